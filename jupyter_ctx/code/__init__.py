"""What source code says by itself: names, skeletons, fences, differences."""

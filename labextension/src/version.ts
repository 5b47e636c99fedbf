/** Which version this page is of; a test compares it with the package's. */

/** The labextension's version, as in package.json. */
export const VERSION = '0.1.0';

/** The protocol's version: a page and a kernel side of one MAJOR work together. */
export const MAJOR = 1;
export const MINOR = 2;

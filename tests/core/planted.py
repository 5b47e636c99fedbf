"""Made-up secrets of many kinds, put together at run time.

No key shape stands in this file: scanners of repositories must stay silent.
"""

from __future__ import annotations

import random
import string

LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits


def drawn(alphabet: str, length: int, seed: int) -> str:
    """Draw *length* characters, the same for the same *seed*."""
    source = random.Random(seed)
    text = "".join(source.choice(alphabet) for _ in range(length - 4))
    return text[:3] + ("7aB2" if alphabet is LETTERS else "7a2f") + text[3:]


def _hex(length: int, seed: int) -> str:
    return drawn(HEX, length, seed)


def _any(length: int, seed: int) -> str:
    return drawn(LETTERS, length, seed)


def _upper(length: int, seed: int) -> str:
    return drawn(UPPER, length, seed).upper()


def shapes() -> dict[str, str]:
    """Give one key of each kind whose shape alone betrays it, by its rule."""
    dash, low = "-", "_"
    return {
        "openai-key": "sk" + dash + _any(48, 1),
        "openai-key (project)": "sk" + dash + "proj" + dash + _any(60, 2),
        "anthropic-key": "sk" + dash + "ant" + dash + "api03" + dash + _any(80, 3),
        "openrouter-key": "sk" + dash + "or" + dash + "v1" + dash + _hex(64, 4),
        "groq-key": "gsk" + low + _any(52, 5),
        "huggingface-token": "hf" + low + _any(34, 6),
        "replicate-token": "r8" + low + _any(37, 7),
        "nvidia-key": "nvapi" + dash + _any(60, 8),
        "aws-access-key": "AK" + "IA" + _upper(16, 9),
        "google-key": "AI" + "za" + _any(35, 10),
        "google-oauth": "GOCSPX" + dash + _any(28, 11),
        "azure-key": "Account" + "Key=" + _any(86, 12) + "==",
        "github-token": "gh" + "p_" + _any(36, 13),
        "github-token (fine)": "github" + "_pat_" + _any(22, 14) + low + _any(59, 15),
        "gitlab-token": "gl" + "pat" + dash + _any(20, 16),
        "slack-token": "xox" + "b-" + "2345678901-" + _any(24, 17),
        "slack-webhook": "https://hooks.slack" + ".com/services/T0/B0/" + _any(24, 18),
        "stripe-key": "sk" + "_live_" + _any(24, 19),
        "stripe-key (test)": "rk" + "_test_" + _any(24, 20),
        "npm-token": "npm" + low + _any(36, 21),
        "pypi-token": "pypi" + dash + "AgE" + _any(80, 22),
        "twilio-key": "S" + "K" + _hex(32, 23),
        "sendgrid-key": "S" + "G." + _any(22, 24) + "." + _any(43, 25),
        "mailgun-key": "key" + dash + _hex(32, 26),
        "mailchimp-key": _hex(32, 27) + dash + "us12",
        "telegram-token": "123456789" + ":AA" + _any(33, 28),
        "databricks-token": "da" + "pi" + _hex(32, 29),
        "digitalocean-token": "dop" + "_v1_" + _hex(64, 30),
        "shopify-token": "shp" + "at_" + _hex(32, 31),
        "square-token": "sq0" + "atp" + dash + _any(22, 32),
        "vault-token": "hv" + "s." + _any(30, 33),
        "notion-token": "ntn" + low + _any(46, 34),
        "linear-key": "lin" + "_api_" + _any(40, 35),
        "docker-token": "dckr" + "_pat_" + _any(27, 36),
        "grafana-token": "gl" + "sa_" + _any(32, 37) + low + _hex(8, 38),
        "newrelic-key": "NR" + "AK" + dash + _upper(27, 39),
        "postman-key": "PM" + "AK" + dash + _hex(24, 40) + dash + _hex(34, 41),
        "supabase-token": "sb" + "p_" + _hex(40, 42),
        "jwt": "eyJ" + _any(20, 43) + ".ey" + "J" + _any(40, 44) + "." + _any(43, 45),
        "perplexity-key": "pp" + "lx" + dash + _any(48, 46),
        "langsmith-key": "ls" + "v2_pt_" + _hex(32, 47) + low + _hex(10, 48),
        "discord-token": "M" + _any(23, 49) + "." + _any(6, 50) + "." + _any(38, 51),
        "private-key": "-----BEGIN RSA PRIV" + "ATE KEY-----\n" + _any(64, 52) + "\n"
        "-----END RSA PRIV" + "ATE KEY-----",
    }


def placed() -> dict[str, tuple[str, str]]:
    """Give secrets without a shape: the text they stand in, and the secret."""
    word, key, hexed = "hunter" + "2pw", _any(24, 60), _hex(32, 61)
    passphrase = "correct horse battery staple"
    return {
        "python assignment": (f"password = '{word}'", word),
        "annotated": (f'db_password: str = "{word}"', word),
        "keyword argument": (f"connect(user='u', passwd=\"{word}\")", word),
        "dict": (f"config = {{'token': '{key}'}}", key),
        "json": (f'{{"client_secret": "{word}", "n": 1}}', word),
        "json in a string": (f'body = "{{\\"api_key\\": \\"{hexed}\\"}}"', hexed),
        "subscript": (f"os.environ['WANDB_API_KEY'] = '{hexed}'", hexed),
        "setdefault": (f"os.environ.setdefault('API_KEY', '{hexed}')", hexed),
        "env magic": (f"%env SERVICE_TOKEN={key}", key),
        "env magic, spaced": (f"%env SERVICE_TOKEN {key}", key),
        "shell export": (f"!export DB_PASSWORD={word}", word),
        "dotenv": (f"A=1\nSECRET_KEY={hexed}\nB=2", hexed),
        "yaml": (f"host: h\npassword: {word}\n", word),
        "ini": ("[db]\npassword=" + "swordfish" + "\n", "swordfish"),
        "option": (f"!tool --password {word} --n 3", word),
        "url": (f"postgres://u:{word}@h:5432/db", word),
        "url with signs": ("mongodb+srv://u:p!" + word + "@h/db", word),
        "query": (f"https://h/x?access_token={key}&n=1", key),
        "bearer": (f"Authorization: Bearer {key}", key),
        "bearer in a dict": (f"h = {{'Authorization': 'Bearer {key}'}}", key),
        "basic": ("Authorization: Basic " + "dXNlcjpodW50ZXIycHc=", "dXNlcjpodW50"),
        "requests": (f"requests.get(u, auth=('me', '{word}'))", word),
        "curl": (f"!curl -u me:{word} https://h/x", word),
        "login": (f"server.login('me', '{word}')", word),
        "aws secret": (f"aws_secret_access_key = {_any(40, 62)}", _any(40, 62)),
        "passphrase": (f"passphrase = '{passphrase}'", passphrase),
        "camel case": (f'apiKey: "{key}"', key),
        "random": (f"x = f('{_any(40, 63)}')", _any(40, 63)),
    }


# Ordinary text of notebooks, in which nothing may be masked.
ORDINARY = """
import pandas as pd
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
for key, value in sorted(d.items(), key=lambda pair: pair[1]):
    tokens = tokenizer(value, return_tensors="pt")
pad_token = "[PAD]"; eos_token = "<|endoftext|>"; token = "hello"
password = getpass.getpass("Password: ")
secret = os.environ["SECRET"]
api_key = os.getenv("OPENAI_API_KEY")
connect(user=user, password=password, token=config.token, api_key=settings.api_key)
def login(user: str, password: str, token: Optional[str] = None) -> bool:
df.merge(other, on="key", how="left", suffixes=("_key1", "_key2"))
sns.heatmap(pivot, annot=True, cmap="viridis", cbar_kws={"label": "value_key"})
commit 1f0c2b5d9a7e4c3b8f6a5d4e3c2b1a0f9e8d7c6b
uuid: 550e8400-e29b-41d4-a716-446655440000
sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
url = "https://example.com/data/files/2021/report.csv?format=csv&page=12"
git clone git@github.com:pandas-dev/pandas.git
https://user@example.com/path
model = "sentence-transformers/all-MiniLM-L6-v2"
x = "RandomForestClassifierWithCalibration2"
primary_key = "customer_id_2021"; sort_key = "created_at"
plt.legend(title="Key", loc="upper right"); ax.keyframe = 10
KeyError: 'Unit Price'
<class 'sklearn.model_selection._search.GridSearchCV'>
<style>#sk-container-id-1 {color: black;} .sk-toggleable__content-fitted {}</style>
max_tokens=4096, num_key_value_heads=8, hidden_size=2048, pass_count=12345678
password_hash = hash_password(password, rounds=12)
Enter your password: required. The token expired. Keep it secret: keep it safe.
monkey = "bananas12x"; turkey: "gobble1234x"; compass = "north12345x"
author = "Mosteller1984x"; keyboard = "qwertz12345"; bypass = "route66north1x"
'2021-01-01T00:00:00.000000000', 1.2345678901234567, 0xDEADBEEF, 1e-10
data:image/png;base64,iVBORw0KGgo=
ds = load_dataset("squad_v2", split="train[:10%]")
"""

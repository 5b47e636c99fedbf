"""A second set of planted secrets, held out, and ordinary values drawn at random.

Written without a look at the rules: other vendors, other shapes, other places.
"""

from __future__ import annotations

import base64
import hashlib
import random
import uuid
from collections.abc import Iterator

from tests.core.planted import HEX, LETTERS, UPPER, drawn
from tests.core.planted_places import Planted

DIGITS = "0123456789"
DNA = "ACGT"
# fmt: off
WORDS = [
    "batch", "bert", "canopy", "cohort", "delta", "district", "epoch", "feature",
    "forest", "gradient", "harbor", "income", "kernel", "lattice", "matrix",
    "neighbour", "orchard", "parcel", "quarter", "rainfall", "sample", "temperature",
    "union", "validation", "weather", "yield", "zone",
]
# fmt: on


def _any(length: int, seed: int) -> str:
    return drawn(LETTERS, length, 5_000 + seed)


def _hex(length: int, seed: int) -> str:
    return drawn(HEX, length, 5_000 + seed)


def _base64(length: int, seed: int) -> str:
    raw = random.Random(6_000 + seed).randbytes(length)
    return base64.b64encode(raw).decode()


def keys() -> Iterator[Planted]:
    """Give keys of other vendors, as they are printed or written."""
    pem = "-----BEGIN {} PRIV" + "ATE KEY-----"
    rows = {
        "azure sas": (("https://acme.blob.core.windows.net/raw/a.csv?sv=2022-11-02&"
                       "st=2024-01-01&se=2026-01-01&sr=b&sp=r&sig={}%3D"), _any(43, 1)),
        "azure ad secret": ("AZURE_CLIENT_SECRET=abc8Q~{}", _any(34, 2)),
        "azure devops": ("git clone https://acme:{}@dev.azure.com/acme/p/_git/r",
                         drawn("abcdefghijklmnop" + "234567", 52, 3)),
        "gcp service account": (('{{"type": "service_account", "private_key_id": "{}",'
                                 ' "client_email": "a@b.iam"}}'), _hex(40, 4)),
        "gcp private key": ('"private_key": "' + pem.format("").replace("  ", " ")
                            + "\\n{}\\n-----END PRIV" + 'ATE KEY-----\\n"',
                            _any(64, 5)),
        "stripe webhook": ("endpoint_secret = 'whsec_{}'", _any(32, 6)),
        "airtable": ("Api('pat{}')", _any(14, 7) + "." + _hex(64, 8)),
        "asana": ("client = Client.access_token('{}')",
                  "1/" + "8461" * 4 + ":" + _hex(32, 10)),
        "cohere": ("co = cohere.Client('{}')", _any(40, 11)),
        "mapbox secret": ("token=" + "sk" + ".eyJ1IjoiYWNtZSJ9.{}", _any(22, 12)),
        "sentry dsn": ("sentry_sdk.init('https://{}@o1.ingest.sentry.io/2')",
                       _hex(32, 13)),
        "datadog": ("DD_API_KEY={}", _hex(32, 14)),
        "heroku": ("HEROKU_API_KEY={}", str(uuid.UUID(int=5_015, version=4))),
        "cloudflare": ("X-Auth-Key: {}", _hex(37, 16)),
        "fastly": ("Fastly-Key: {}", _any(32, 17)),
        "snyk": ("snyk auth {}", "9e2f1a7c-" + "4b3d-4c1e-9a7b-" + _hex(12, 18)),
        "terraform cloud": ('credentials token = "{}"',
                            _any(14, 19) + ".atl" + "asv1." + _any(60, 20)),
        "pinecone": ("pinecone.init(api_key='{}', environment='us-east1')",
                     "3f2a9c1e-" + "77aa-4a1d-8b2c-" + _hex(12, 21)),
        "wandb login": ("wandb.login(key='{}')", _hex(40, 22)),
        "kaggle json": ('{{"username":"ann","key":"{}"}}', _hex(32, 23)),
        "huggingface login": ("login('hf" + "_{}')", _any(34, 24)),
        "ngrok": ("ngrok authtoken {}", "2" + _any(26, 25) + "_" + _any(21, 26)),
        "artifactory": ("pip install -i https://ann:{}@acme.jfrog.io/simple x",
                        "AK" + "Cp8" + _any(69, 27)),
        "atlassian": ("JIRA(basic_auth=('ann@acme.org', '{}'))",
                      "ATA" + "TT3xFfGF0" + _any(120, 28)),
        "dropbox": ("dbx = dropbox.Dropbox('sl" + ".{}')", _any(130, 29)),
        "contentful": ("CFPAT" + "-{}", _any(43, 30)),
        "planetscale": ("pscale" + "_tkn_{}", _any(43, 31)),
        "flyio": ("FlyV1 fm2" + "_{}", _base64(90, 32)),
        "age key": ("AGE-SECRET-KEY" + "-1{}", drawn(UPPER, 58, 33).upper()),
        "xai": ("xa" + "i-{}", _any(80, 34)),
        "clickup": ("pk" + "_12345678_{}", drawn(UPPER, 32, 35).upper()),
        "rubygems": ("rubygems" + "_{}", _hex(48, 36)),
        "doppler": ("dp" + ".pt.{}", _any(43, 37)),
        "sonarqube": ("-Dsonar.login=sq" + "p_{}", _hex(40, 38)),
    }  # fmt: skip
    for kind, (text, secret) in rows.items():
        yield Planted(kind, text.format(secret), secret)


def places() -> Iterator[Planted]:
    """Give passwords without a shape, in places that tell what they are."""
    word, long = "Winter" + "2024!", _any(28, 60)
    rows = {
        "odbc": ("DRIVER={{ODBC 17}};SERVER=h;UID=ann;PWD={};Encrypt=yes", word),
        "ado": ("Server=h;Database=d;User Id=ann;Password={};", word),
        "snowflake": ("snowflake://ann:{}@acct/db?warehouse=w", "Winter2024x"),
        "snowflake connect": ("connect(user='ann', password='{}', account='a')", word),
        "mongo": ("MongoClient('mongodb+srv://ann:{}@c0.x.mongodb.net')", "Qw3rtzu8"),
        "redis": ("redis://:{}@cache:6379/0", "Qw3rtzu8"),
        "amqp": ("amqps://app:{}@mq.acme.org/v", "Qw3rtzu8"),
        "jdbc": ("jdbc:postgresql://h/d?user=ann&password={}", "Qw3rtzu8"),
        "libpq": ("psycopg2.connect('host=h dbname=d user=ann password={}')", word),
        "sqlalchemy repr": ("Engine(mysql+pymysql://ann:{}@h:3306/d)", "Qw3rtzu8"),
        "f-string": ("url = f'https://api/x?apikey={}&q={{q}}'", long),
        "bytes": ("SECRET_KEY = b'{}'", long),
        "bytes literal": ('signing_key: bytes = b"{}"', long),
        "pandas cell": ("     user     password\n0     ann  {}\n", word),
        "csv": ("user,password,role\nann,{},admin\n", word),
        "markdown table": ("| user | api_key |\n|---|---|\n| ann | {} |\n", long),
        "polars": (("│ user ┆ password    │\n│ ---  ┆ ---         │\n"
                   "│ str  ┆ str         │\n│ ann  ┆ {} │"), word),
        "dict repr": ("{{'user': 'ann', 'db_password': '{}', 'port': 1}}", word),
        "nested dict": ("cfg = {{'prod': {{'auth': {{'passwd': '{}'}}}}}}", word),
        "traceback": ('OperationalError: (1045) login("ann", password="{}") failed',
                      word),
        "dotenv printed": ("POSTGRES_USER=ann\nPOSTGRES_PASSWORD={}\nDEBUG=1", word),
        "os.environ repr": ("environ({{'HOME': '/root', 'DB_PASS': '{}'}})", word),
        "kubeconfig": ("users:\n- name: a\n  user:\n    client-key-data: {}\n",
                       _base64(96, 61)),
        "kube token": ("users:\n- name: a\n  user:\n    token: {}\n", long),
        "docker config": ('{{"auths": {{"https://r.io": {{"auth": "{}"}}}}}}',
                          _base64(24, 62)),
        "openssh key": ("-----BEGIN OPENSSH PRIV" + "ATE KEY-----\n{}\n-----END"
                        " OPENSSH PRIV" + "ATE KEY-----", _base64(48, 63)),
        "cookie": ("Cookie: theme=dark; sessionid={}; lang=en", _any(32, 64)),
        "set-cookie": ("Set-Cookie: session_token={}; Path=/; HttpOnly", _any(40, 65)),
        "basic in url": ("https://ann:{}@git.acme.org/x.git", "Qw3rtzu8"),
        "x-api-key": ("headers = {{'x-api-key': '{}'}}", _any(32, 66)),
        "getpass default": ("pw = getpass.getpass() or '{}'", word),
        "pgpass": ("db.acme.org:5432:sales:ann:{}", "Qw3rtzu8"),
        "netrc": ("machine api.acme.org login ann password {}", "Qw3rtzu8"),
        "smtp": ("s.login('ann@acme.org', '{}')", word),
        "ssh paramiko": ("c.connect('h', username='ann', password='{}')", word),
        "toml": ('[connections.db]\nuser = "ann"\npassword = "{}"\n', word),
        "xml": ('<add key="ApiKey" value="{}" />', long),
        "lower cased env": ("export openai_api_key={}", long),
        "dataclass repr": ("Settings(host='h', secret_key='{}', debug=True)", long),
        "named tuple": ("Login(user='ann', password='{}')", word),
        "SecretStr misuse": ("print(s.api_key)\n# api_key: {}", long),
        "hmac": ("hmac.new(b'{}', msg, 'sha256')", long),
        "jwt encode": ("jwt.encode(payload, '{}', algorithm='HS256')", long),
        "fernet": ("Fernet(b'{}')", _base64(32, 67)),
        "json pass": ('{{"user": "ann", "pass": "{}"}}', word),
        "yaml pass": ("db:\n  user: ann\n  pass: {}\n", "Qw3rtzu8x"),
        "comment": ("# pw: {}", "Qw3rtzu8x"),
        "logged": ("DEBUG:root:using password {}", "Qw3rtzu8"),
        "signed address": ("https://storage.h/o?AccessId=x&Signature={}", _any(99, 68)),
        "french": ("mot_de_passe = '{}'", word),
        "spanish": ("contraseña = '{}'", word),
        "telegram address": ("https://api.telegram.h/bot123456789:{}/getMe",
                             "A" + "A" + _any(33, 69)),
        "keyring": ("keyring.set_password('svc', 'ann', '{}')", word),
        "form": ('<input type="password" name="pw" value="{}">', word),
        "printed series": ("user             ann\npassword    {}\nName: 0", "Qw3rtzu8"),
        "spark": ("spark.conf.set('fs.azure.account.key.a.windows.net', '{}==')",
                  _any(86, 70)),
        "hadoop": ("conf().set('fs.s3a.secret.key', '{}')", _any(40, 71)),
        "storage options": ("storage_options={{'key': 'k', 'secret': '{}'}}",
                            _any(40, 72)),
        "duckdb": ("CREATE SECRET (TYPE s3, KEY_ID 'x', SECRET '{}')", _any(40, 73)),
        "sql user": ("CREATE USER ann WITH PASSWORD '{}'", word),
        "subprocess": ("run(['tool', '--api-key', '{}'])", _any(32, 74)),
        "pairs": ("[('password', '{}'), ('n', 1)]", word),
        "fragment": ("https://h/cb#access_token={}&token_type=bearer", _any(60, 75)),
        "helm": ("!helm install x --set db.password={}", "Qw3rtzu8"),
        "container": ("!docker run -e POSTGRES_PASSWORD={} pg", "Qw3rtzu8"),
        "widget": ("Password(value='{}', description='Password')", word),
    }  # fmt: skip
    for kind, (text, secret) in rows.items():
        yield Planted(kind, text.format(secret), secret)


SECOND = (*keys(), *places())


def ordinary(count: int = 2_000) -> Iterator[str]:
    """Draw values as notebooks hold them: nothing of it is a secret."""
    source = random.Random(7)
    makers = (
        _sha, _digest, _uuid, _image, _dna, _url, _model, _path, _stamp, _column,
        _version, _html, _protein, _ids,
    )  # fmt: skip
    for at in range(count):
        yield makers[at % len(makers)](source)


def _word(source: random.Random, parts: int, sign: str = "_") -> str:
    return sign.join(source.choice(WORDS) for _ in range(parts))


def _text(source: random.Random, alphabet: str, length: int) -> str:
    return "".join(source.choice(alphabet) for _ in range(length))


def _sha(source: random.Random) -> str:
    commit = hashlib.sha1(source.randbytes(8)).hexdigest()
    return source.choice(("commit {}", "git_sha = '{}'", "HEAD is now at {}")).format(
        commit[: source.choice((7, 40))]
    )


def _digest(source: random.Random) -> str:
    name = source.choice(("md5", "sha256"))
    digest = hashlib.new(name, source.randbytes(8)).hexdigest()
    return source.choice(("{0}: {1}", "{0}sum = '{1}'", "{0}={1}")).format(name, digest)


def _uuid(source: random.Random) -> str:
    text = str(uuid.UUID(bytes=source.randbytes(16), version=4))
    return source.choice(("run_id = '{}'", "{}", "'id': '{}'")).format(text)


def _image(source: random.Random) -> str:
    data = base64.b64encode(b"\x89PNG\r\n" + source.randbytes(90)).decode()
    return f'<img src="data:image/png;base64,{data}">'


def _dna(source: random.Random) -> str:
    return f"seq = '{_text(source, DNA, source.randint(20, 80))}'"


def _protein(source: random.Random) -> str:
    return f">sp|P{source.randint(10_000, 99_999)}\n" + _text(
        source, "ACDEFGHIKLMNPQRSTVWY", 60
    )


def _url(source: random.Random) -> str:
    page = _word(source, 3, "-")
    return f"https://{_word(source, 1)}.org/{page}/{source.randint(1, 9_999)}?v=2&p=1"


def _model(source: random.Random) -> str:
    size = source.choice(("7B", "70b", "1.5B", "base", "large-v2"))
    return f"model = '{_word(source, 1)}-ai/{_word(source, 2, '-')}-{size}-Instruct'"


def _path(source: random.Random) -> str:
    number = source.randint(1, 999)
    return f"/home/ann/{_word(source, 2, '/')}/{_word(source, 2)}_{number:04d}.parquet"


def _stamp(source: random.Random) -> str:
    return (
        f"2024-0{source.randint(1, 9)}-11T08:{source.randint(10, 59)}:00.123456+00:00"
    )


def _column(source: random.Random) -> str:
    name = _word(source, 2)
    return f"df['{name}_{source.randint(1, 99)}'] = {source.random():.12f}"


def _version(source: random.Random) -> str:
    return f"{_word(source, 1)}=={source.randint(0, 9)}.{source.randint(0, 40)}.2rc1"


def _html(source: random.Random) -> str:
    return f'<div id="df-{uuid.UUID(bytes=source.randbytes(16))}" class="colab-df">'


def _ids(source: random.Random) -> str:
    return source.choice(("ISBN 978-{}", "order {}", "doi:10.1038/s{}", "ORCID {}")
                         ).format(_text(source, DIGITS, 12))  # fmt: skip

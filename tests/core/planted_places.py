"""Secrets planted where people really leave them: 200 and more, by kind.

Each is a kind, a text as it stands in a cell, an output, an error or a file, and
the secret in it. All are drawn at run time; none opens anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.core.planted import HEX, LETTERS, UPPER, drawn, placed, shapes


class Planted(NamedTuple):
    """A *secret* inside of a *text*; no part of it may leave."""

    kind: str
    text: str
    secret: str


# How a key whose shape betrays it stands in outputs, files, errors and code.
CARRIERS = {
    "printed": "loaded config\nkey is {}\ndone",
    "error": "HTTPError: 401 Client Error: Unauthorized for key '{}'",
    "repr": "Client(base_url='https://h/v1', key={!r}, retries=2)",
    "markdown": "Use `{}` for now.",
    "tuple": "('prod', '{}', 3)",
    "csv": "id,name,value\n1,prod,{}\n2,dev,none",
}


def known_shapes() -> Iterator[Planted]:
    """Plant each known shape in three of the carriers."""
    carriers = list(CARRIERS.items())
    for number, (kind, key) in enumerate(shapes().items()):
        for step in range(3):
            name, carrier = carriers[(number + 2 * step) % len(carriers)]
            yield Planted(f"{kind} {name}", carrier.format(key), _core(kind, key))


def _core(kind: str, key: str) -> str:
    """Give the part of *key* that must stay secret."""
    if kind == "azure-key":
        return key.partition("=")[2]
    if kind == "slack-webhook":
        return key.rpartition("/")[2]
    return key.split("\n")[1] if kind == "private-key" else key


def earlier_places() -> Iterator[Planted]:
    """Give the telling places of the first set."""
    for kind, (text, secret) in placed().items():
        yield Planted(kind, text, secret)


def _any(length: int, seed: int) -> str:
    return drawn(LETTERS, length, 1_000 + seed)


def _hex(length: int, seed: int) -> str:
    return drawn(HEX, length, 1_000 + seed)


def _upper(length: int, seed: int) -> str:
    return drawn(UPPER, length, 1_000 + seed).upper()


def connections() -> Iterator[Planted]:
    """Plant passwords in the addresses and connection strings of databases."""
    for number, scheme in enumerate(
        ("mysql+pymysql", "redis", "amqp", "ftp", "mssql+pyodbc", "clickhouse", "ldap")
    ):
        word = "tr0ub4dor" + str(number)
        yield Planted("url", f"create_engine('{scheme}://app:{word}@db:1/x')", word)
    word = "S3cr3t-" + "pass!"
    for kind, text in {
        "odbc": "DRIVER={{SQL Server}};SERVER=h;UID=sa;PWD={};Encrypt=yes",
        "ado": "Server=h;Database=d;User Id=sa;Password={};",
        "jdbc": "jdbc:postgresql://h/d?user=sa&password={}&ssl=true",
        "dsn": "psycopg2.connect('host=h dbname=d user=u password={}')",
        "redis without user": "redis://:{}@cache:6379/0",
        "git remote": "https://someone:{}@github.com/x/y.git",
        "pip index": "pip install -i https://u:{}@pypi.example.org/simple x",
        "proxy": "HTTPS_PROXY=http://me:{}@proxy:3128",
        "error with url": "OperationalError: could not connect to mysql://u:{}@h/d",
    }.items():
        yield Planted(kind, text.format(word), word)


def commands() -> Iterator[Planted]:
    """Plant secrets in shell lines of a notebook."""
    word, key = "b4ttery-" + "staple", _any(32, 1)
    for kind, text, secret in (
        ("mysql -p", "!mysql -u root -p{} -h db", word),
        ("sshpass", "!sshpass -p {} ssh me@host", word),
        ("PGPASSWORD", "!PGPASSWORD={} psql -h db", word),
        ("docker login", "!docker login -u me -p {}", word),
        ("wget", "!wget --user=me --password={} https://h/f", word),
        ("header", '!curl -H "X-Api-Key: {}" https://h', key),
        ("header token", "!curl -H 'Authorization: token {}' https://h", key),
        ("header query", "!curl 'https://h/v1?api_key={}&q=1'", key),
        ("kaggle", "!kaggle config set -n key -v {}; export KAGGLE_KEY={}", key),
        ("wandb", "!wandb login {}", _hex(40, 2)),
        ("huggingface", "!huggingface-cli login --token hf_{}", _any(34, 3)),
        ("zip", "!unzip -P {} data.zip", word),
        ("openssl", "!openssl enc -d -pass pass:{} -in x", word),
        ("az", "!az login --service-principal -u a --password {} --tenant t", word),
        ("aws", "!aws configure set aws_secret_access_key {}", _any(40, 4)),
    ):
        yield Planted(kind, text.replace("{}", secret), secret)


def files() -> Iterator[Planted]:
    """Plant secrets in files that a cell prints or writes."""
    word, key, hexed = "w1nter-" + "is-here", _any(32, 10), _hex(32, 11)
    pem = _any(64, 12)
    for kind, text, secret in (
        ("netrc", "machine api.example.org login me password {}", word),
        ("pgpass", "db.example.org:5432:sales:me:{}", word),
        ("compose", "environment:\n  - POSTGRES_PASSWORD={}\n  - TZ=UTC", word),
        ("kubernetes", "kind: Secret\nstringData:\n  password: {}\n", word),
        ("toml", '[db]\nuser = "me"\npassword = "{}"\n', word),
        ("ini", "[default]\naws_secret_access_key = {}\n", _any(40, 13)),
        ("ini session", "aws_session_token = {}\n", _any(200, 14)),
        ("service account", '{"private_key_id": "{}", "type": "x"}', _hex(40, 15)),
        (
            "service account key",
            '{"private_key": "-----BEGIN PRIV' + "ATE KEY-----\\n{}\\n"
            "-----END PRIV" + 'ATE KEY-----\\n"}',
            pem,
        ),
        (
            "openssh key",
            "-----BEGIN OPENSSH PRIV" + "ATE KEY-----\n{}\n"
            "-----END OPENSSH PRIV" + "ATE KEY-----",
            pem,
        ),
        (
            "encrypted key",
            "-----BEGIN ENCRYPTED PRIV" + "ATE KEY-----\n{}\n"
            "-----END ENCRYPTED PRIV" + "ATE KEY-----",
            pem,
        ),
        (
            "pgp key",
            "-----BEGIN PGP PRIV" + "ATE KEY BLOCK-----\n\n{}\n"
            "-----END PGP PRIV" + "ATE KEY BLOCK-----",
            pem,
        ),
        ("jwk", '{"kty": "oct", "k": "{}", "kid": "1"}', _any(43, 16)),
        ("dotenv export", 'export SENTRY_AUTH_TOKEN="{}"', key),
        ("dotenv quoted", "STRIPE_WEBHOOK_SECRET='{}'", key),
        ("properties", "spring.datasource.password={}", word),
        ("xml", "<add key='k'/><password>{}</password>", word),
        ("npmrc", "//npm.example.org/:_authToken={}", _hex(36, 17)),
        ("htpasswd", "me:$apr1$" + "abcdefgh$" + "{}", _any(22, 18)),
        ("shadow", "root:$6$" + "saltsalt$" + "{}:19000:0", _any(86, 19)),
        ("docker config", '{"auths": {"h": {"auth": "{}"}}}', _any(40, 20)),
        ("terraform", 'variable "db_password" { default = "{}" }', word),
        ("ansible", "ansible_become_pass: {}", word),
        ("github action", "env:\n  GH_TOKEN: {}\n", key),
        ("json key", '{"api-key": "{}"}', hexed),
        ("yaml list", "api_keys:\n  - {}\n", hexed),
    ):
        yield Planted(kind, text.replace("{}", secret), secret)


def code() -> Iterator[Planted]:
    """Plant secrets in Python, as people type them when it has to work now."""
    word, key, hexed = "Pa55" + "w0rd-long", _any(32, 30), _hex(32, 31)
    for kind, text, secret in (
        ("openai client", "client = OpenAI(api_key='{}')", key),
        ("attribute", "openai.api_key = '{}'", key),
        ("header dict", "headers = {'X-API-KEY': '{}'}", hexed),
        ("bearer f-string", "headers = {'Authorization': f'Bearer {}'}", key),
        ("token header", "headers = {'Authorization': 'Token {}'}", hexed),
        ("api key header", "h = {'Authorization': 'Api-Key {}'}", hexed),
        ("environ", "os.environ['KAGGLE_KEY'] = '{}'", hexed),
        ("environ update", "os.environ.update(DB_PASS='{}')", word),
        ("keyword", "psycopg2.connect(host='h', password='{}')", word),
        ("default", "def connect(host, password='{}'): ...", word),
        ("walrus", "if (password := '{}'): ...", word),
        ("tuple target", "user, password = 'me', '{}'", word),
        ("annotated", "api_secret: Final[str] = '{}'", key),
        ("dataclass repr", "Settings(user='me', password='{}', port=1)", word),
        ("dict repr", "{'user': 'me', 'passwd': '{}'}", word),
        ("getenv default", "os.getenv('API_TOKEN', '{}')", hexed),
        ("boto", "boto3.client('s3', aws_secret_access_key='{}')", _any(40, 32)),
        ("s3fs", "s3fs.S3FileSystem(key='AK', secret='{}')", _any(40, 33)),
        ("flask", "app.secret_key = '{}'", word),
        ("django", "SECRET_KEY = 'django-insecure-{}'", _any(50, 34)),
        ("paramiko", "ssh.connect('h', username='me', password='{}')", word),
        ("smtp", "server.login('me@example.org', '{}')", word),
        ("requests", "requests.get(u, auth=HTTPBasicAuth('me', '{}'))", word),
        ("fernet", "Fernet(b'{}=')", _any(43, 35)),
        ("jwt encode", "jwt.encode(payload, '{}', algorithm='HS256')", _any(40, 36)),
        ("reddit", "praw.Reddit(client_id='a', client_secret='{}')", _any(27, 37)),
        ("twitter", "tweepy.OAuthHandler(consumer_key, '{}')", _any(50, 38)),
        ("mapbox", "mapbox_token = 'pk.eyJ1Ijoi{}'", _any(60, 39)),
        ("neo4j", "GraphDatabase.driver(uri, auth=('neo4j', '{}'))", word),
        ("spark", ".option('password', '{}')", word),
        ("snowflake", "snowflake.connector.connect(user='u', password='{}')", word),
        ("comment", "# password: {}", word),
        ("old key", "# old token = '{}'", hexed),
        ("print", "print('the password is', '{}')", word),
        ("query", "requests.get('https://h?apikey={}')", hexed),
        ("signature", "https://h/o?X-Amz-Signature={}&X-Amz-Date=1", _hex(64, 40)),
        ("sas", "https://h/c?sv=2022&sig={}%3D", _any(43, 41)),
        ("cookie", "cookies = {'sessionid': '{}'}", _any(32, 42)),
        ("set-cookie", "Set-Cookie: session={}; HttpOnly", _any(40, 43)),
        ("line magic", "%set_env API_SECRET {}", hexed),
        ("sql magic", "%sql postgresql://me:{}@h/d", word),
        ("sql create", "CREATE USER me WITH PASSWORD '{}'", word),
        ("sql identified", "CREATE USER me IDENTIFIED BY '{}'", word),
    ):
        yield Planted(kind, text.replace("{}", secret), secret)


def errors() -> Iterator[Planted]:
    """Plant secrets in messages of errors and logs."""
    key, hexed = _any(40, 50), _hex(40, 51)
    for kind, text, secret in (
        ("openai 401", "Incorrect API key provided: sk-{}. You can find it", key),
        ("authentication", "AuthenticationError: invalid x-api-key: {}", key),
        ("bearer log", "DEBUG > Authorization: Bearer {}", key),
        ("basic log", "DEBUG > authorization: Basic {}=", "dXNlcjpodW50" + "ZXIycHc"),
        ("retry", "Max retries exceeded with url: /v1?access_token={} (Caused", key),
        ("validation", "ValidationError: api_key='{}' is not valid", hexed),
        ("assertion", "AssertionError: assert token == '{}'", key),
        ("git", "fatal: Authentication failed for 'https://x:{}@github.com/a/b'", key),
        ("s3", "SignatureDoesNotMatch: AWSSecretKey={}", key),
        ("env dump", "environ({'HOME': '/h', 'DB_PASSWORD': '{}'})", hexed),
    ):
        yield Planted(kind, text.replace("{}", secret), secret)


def planted() -> list[Planted]:
    """Give all of them."""
    return [
        *known_shapes(),
        *earlier_places(),
        *connections(),
        *commands(),
        *files(),
        *code(),
        *errors(),
    ]

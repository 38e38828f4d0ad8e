"""The steps of creating and recovering an account, as the pages take them over the API."""

from sqlmodel import col, select

from tests.support import mailbox, tables
from voice_report.db.models import AuditLog, User

EMAIL = "nora.nieuw@zorg.example"
FIELDS = {"email": EMAIL, "password": "Een-lang-wachtwoord-1!", "firstName": "Nora", "lastName": "Nieuw"}
NEW = "Een-ander-wachtwoord-2!"


async def register(client, **changes):
    return await client.post("/api/auth/register", json={**FIELDS, **changes})


async def log_in(client, email: str = EMAIL, password: str = FIELDS["password"]):
    return await client.post("/api/auth/login", json={"email": email, "password": password})


async def verify(client, token: str):
    return await client.post("/api/auth/verify-email", json={"token": token})


async def forget(client, email: str):
    return await client.post("/api/auth/forgot-password", json={"email": email})


async def reset(client, token: str, password: str = NEW, confirm: str | None = None):
    fields = {"token": token, "newPassword": password, "confirmPassword": password if confirm is None else confirm}
    return await client.post("/api/auth/reset-password", json=fields)


async def asked(client, person) -> str:
    """Request a new password and return the token from the mail."""
    await forget(client, person.email)
    return (await mailbox.newest(person.email)).token()


async def account(db, email: str = EMAIL) -> User:
    return await tables.row(select(User).where(User.email == email))


async def actions(db, user_id) -> list[tuple[str, bool]]:
    query = select(AuditLog.action, AuditLog.success).where(AuditLog.user_id == user_id)
    return [tuple(row) for row in await tables.rows(query.order_by(col(AuditLog.created_at)))]

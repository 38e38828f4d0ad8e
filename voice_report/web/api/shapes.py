"""Field types and base classes that requests and responses share."""

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from ...services.billing import plans
from ...services.factors import passwords, second_factor
from ...services.shared import text


class Camel(BaseModel):
    """Fields in camelCase on the wire (decisions/0008)."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


def example(**fields: Any) -> ConfigDict:
    """Return the ``model_config`` of a body with one example in the description, by the names on the wire."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


def _no_truth(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("true is no number")
    return value


#: A whole number; ``true`` is not accepted as 1.
Number = Annotated[int, BeforeValidator(_no_truth)]
#: The `version` that a caller sends along with a change.
LAST_SEEN = "the version last seen; a newer one answers 409"


#: Closed sets. What a caller sends of one is judged by a service, which says in Dutch what there is.
Role = Literal["platform_admin", "admin", "user"]
GivenRole = Annotated[str, Field(max_length=100, json_schema_extra={"enum": ["admin", "user"]})]
GivenPlan = Annotated[str, Field(max_length=100, json_schema_extra={"enum": [one.id for one in plans.PLANS]})]
#: Not closed: an organization may have a plan that is no longer sold.
PlanId = Annotated[str, Field(examples=[one.id for one in plans.PLANS])]

#: Strings with a limit on their raw length, which is checked before anything else (security.md S33). A name, an address
#: and the id of another system may arrive in decomposed Unicode, so these may be longer than what is stored.
Name = Annotated[
    str, Field(max_length=text.DECOMPOSED * text.MAX_NAME, description=f"at most {text.MAX_NAME} characters, composed")
]
Email = Annotated[str, Field(max_length=text.DECOMPOSED * text.MAX_EMAIL, examples=["anna@zorg.example"])]
OtherId = Annotated[
    str,
    Field(
        max_length=text.DECOMPOSED * text.MAX_ID,
        description=f"the other system's own id, at most {text.MAX_ID} characters; unique within the organization",
    ),
]
Password = Annotated[str, Field(max_length=1000)]
NewPassword = Annotated[str, Field(max_length=passwords.MAX_CHARACTERS)]
Code = Annotated[
    str,
    Field(max_length=second_factor.MAX_CODE, description="six digits of the authenticator app, or a recovery code"),
]
#: As long as any URL: an invalid token gets its page's own message; only its first 200 characters are hashed.
LONGEST_TOKEN = 65_536
Token = Annotated[str, Field(max_length=LONGEST_TOKEN)]
Id = Annotated[str, Field(max_length=100)]
Word = Annotated[str, Field(max_length=100)]
Search = Annotated[str, Query(max_length=text.MAX_SEARCH, description="words, or parts of them")]
After = Annotated[str | None, Query(max_length=4000, description="`next` of the page before")]
#: The first or the last of whole days in Amsterdam, both included.
Day = Annotated[date | None, Query(description="a day, as in 2026-11-20; Amsterdam's")]
PathId = Annotated[str, Path(max_length=100)]
#: Parameters of the paged lists (decisions/0008).
Limit = Annotated[int, Query(ge=1, le=1000, description="rows on a page: 20 unless said otherwise, 1,000 at most")]
Next = Annotated[str | None, Field(description="pass as `after` for the following page; null on the last")]
PAGE = 20


class Whole(Camel):
    """A list that is short and comes whole: as the last page of one that is paged."""

    next: Annotated[str | None, Field(description="null, as on the last page: this list comes whole")] = None


class Done(Camel):
    """Success, without further content."""

    success: bool = True


class Said(Done):
    """Success; ``message`` is the sentence to show."""

    message: str

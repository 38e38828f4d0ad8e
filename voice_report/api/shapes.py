"""What requests and answers have in common."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel


class Camel(BaseModel):
    """Fields in camelCase on the wire (decisions.md "The JSON API")."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


def _no_truth(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("true is no number")
    return value


#: A whole number; ``true`` is not taken for 1.
Number = Annotated[int, BeforeValidator(_no_truth)]


#: The lists of spec section 7 are paged alike (decisions.md "The JSON API").
Limit = Annotated[int, Query(ge=1, le=1000, description="rows on a page: 20 unless said otherwise, 1,000 at most")]
Next = Annotated[str | None, Field(description="pass as `after` for the following page; null on the last")]
PAGE = 20


class Done(Camel):
    """It happened; there is nothing more to say."""

    success: bool = True


class Said(Done):
    """It happened; ``message`` is the sentence to show."""

    message: str

"""What requests and answers have in common."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict
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


class Done(Camel):
    """It happened; there is nothing more to say."""

    success: bool = True


class Said(Done):
    """It happened; ``message`` is the sentence to show."""

    message: str

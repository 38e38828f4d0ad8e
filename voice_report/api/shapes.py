"""What requests and answers have in common."""

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Camel(BaseModel):
    """Fields in camelCase on the wire (decisions.md "The JSON API")."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class Done(Camel):
    """It happened; there is nothing more to say."""

    success: bool = True


class Said(Done):
    """It happened; ``message`` is the sentence to show."""

    message: str

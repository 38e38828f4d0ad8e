"""An untrained Whisper model of a few megabytes: random weights, the real format and vocabulary size.

The local engine loads and runs it as it does a real one (CTranslate2, faster-whisper, tokenizer), without a network. It
answers any audio with some of ``WORDS``, so a test can check only that the model was called.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from ctranslate2.specs import WhisperSpec
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

WORDS = ("ja", "nee", "goed")

_SIZE = 64
_MELS = 80
_TEXT_TOKENS = 50_257
_LANGUAGES = 99
_KNOWN_LANGUAGES = ("en", "nl", "de", "fr")
_TIMESTAMPS = 1501


def build(directory: Path) -> Path:
    """Write the model into ``directory`` and return it."""
    directory.mkdir(parents=True, exist_ok=True)
    text, special = _text_tokens(), _special_tokens()
    random = np.random.default_rng(2)
    spec: Any = WhisperSpec(1, 1, 1, 1)
    _fill(spec, random)
    bias = np.zeros(len(text) + len(special), dtype=np.float32)
    # High enough that only these words come out, and that a sentence ends after a few of them.
    bias[[text.index(f"Ġ{word}") for word in WORDS]] = 30.0
    bias[len(text)] = 31.0
    spec.decoder.embeddings.weight = _random(random, len(bias), _SIZE)
    spec.decoder.projection.weight = _random(random, len(bias), _SIZE)
    spec.decoder.projection.bias = bias
    spec.register_vocabulary(text + special)
    languages = list(range(_TEXT_TOKENS + 2, _TEXT_TOKENS + 2 + _LANGUAGES))
    spec.config.lang_ids, spec.config.suppress_ids, spec.config.suppress_ids_begin = languages, [], []
    spec.config.alignment_heads = [(0, 0)]
    spec.validate()
    spec.save(str(directory))
    _tokenizer(text, special).save(str(directory / "tokenizer.json"))
    (directory / "preprocessor_config.json").write_text(json.dumps({"feature_size": _MELS, "chunk_length": 30}))
    return directory


def _random(random: np.random.Generator, *shape: int) -> np.ndarray:
    return (random.standard_normal(shape) * 0.05).astype(np.float32)


def _fill(spec: Any, random: np.random.Generator) -> None:
    for part, positions in ((spec.encoder, 1500), (spec.decoder, 448)):
        part.position_encodings.encodings = _random(random, positions, _SIZE)
        _norm(part.layer_norm)
        for layer in part.layer:
            _linear(layer.self_attention.linear[0], random, 3 * _SIZE, _SIZE)
            _linear(layer.self_attention.linear[1], random, _SIZE, _SIZE)
            _linear(layer.ffn.linear_0, random, 4 * _SIZE, _SIZE)
            _linear(layer.ffn.linear_1, random, _SIZE, 4 * _SIZE)
            _norm(layer.self_attention.layer_norm)
            _norm(layer.ffn.layer_norm)
    for layer in spec.decoder.layer:
        for linear, rows in zip(layer.attention.linear, (1, 2, 1), strict=True):
            _linear(linear, random, rows * _SIZE, _SIZE)
        _norm(layer.attention.layer_norm)
    for convolution, channels in ((spec.encoder.conv1, _MELS), (spec.encoder.conv2, _SIZE)):
        convolution.weight = _random(random, _SIZE, channels, 3)
        convolution.bias = np.zeros(_SIZE, dtype=np.float32)


def _linear(spec: Any, random: np.random.Generator, rows: int, columns: int) -> None:
    spec.weight = _random(random, rows, columns)
    spec.bias = np.zeros(rows, dtype=np.float32)


def _norm(spec: Any) -> None:
    spec.gamma = np.ones(_SIZE, dtype=np.float32)
    spec.beta = np.zeros(_SIZE, dtype=np.float32)


def _text_tokens() -> list[str]:
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = [f"Ġ{word}" for word in WORDS]
    fillers = [f"Ġw{number}" for number in range(_TEXT_TOKENS - len(letters) - len(words) - 1)]
    return [*letters, *words, *fillers, ""]  # the empty token identifies a multilingual model


def _special_tokens() -> list[str]:
    languages = [*_KNOWN_LANGUAGES, *(f"x{number}" for number in range(_LANGUAGES - len(_KNOWN_LANGUAGES)))]
    tasks = ("translate", "transcribe", "startoflm", "startofprev", "nospeech", "notimestamps")
    names = ["endoftext", "startoftranscript", *languages, *tasks]
    return [f"<|{name}|>" for name in names] + [f"<|{step * 0.02:.2f}|>" for step in range(_TIMESTAMPS)]


def _tokenizer(text: list[str], special: list[str]) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(vocab={token: number for number, token in enumerate(text)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)  # type: ignore[assignment]
    tokenizer.decoder = decoders.ByteLevel()  # type: ignore[assignment]
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in special])
    return tokenizer

/** Resolve as `promise` does, or with `late` after `ms`: a browser's device, database or lock may never answer. */
export async function atMost(ms, promise, late) {
  let timer;
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** The waveform: ten bars on either side of the record button, which move with the microphone's level (bars.js). */
import { useLayoutEffect, useRef } from "react";

import { BARS, createBars } from "../capture/bars.js";

const SMALLEST = 0.07; // of the height
const FADED = 0.25; // how opaque the outermost bar is; from FULL of the width on all are opaque
const FULL = 0.6;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Moving bars are drawn on a canvas, twenty times a second: as elements with a transition they take the browser twice as
 * long, and a phone that records all day has to save its battery. With reduced motion they do not move.
 */
export function Wave({ side, isLive, subscribeLevel }) {
  if (isLive && !isStill()) return <Moving side={side} subscribeLevel={subscribeLevel} />;
  return (
    <span className={isLive ? "wave" : "wave rest"} aria-hidden="true">
      {Array.from({ length: BARS }, (_, index) => (
        <i key={index} />
      ))}
    </span>
  );
}

function Moving({ side, subscribeLevel }) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    const canvas = ref.current;
    const step = createBars(side);
    let heights = new Array(BARS).fill(0);
    const show = () => draw(canvas, side, heights);
    const resizes = new ResizeObserver(show); // also called at the beginning
    resizes.observe(canvas);
    const unsubscribe = subscribeLevel((level) => {
      heights = step(level);
      if (!document.hidden && !isStill()) show();
    });
    return () => {
      unsubscribe();
      resizes.disconnect();
    };
  }, [side, subscribeLevel]);
  return <canvas ref={ref} className="wave" aria-hidden="true" />;
}

/** Draw the bars in the canvas's own colour, `--stroke` wide; the outer ones fade. */
function draw(canvas, side, heights) {
  const context = canvas.getContext("2d");
  if (!context) return; // the device has no memory left for it
  const { width, height } = canvas.getBoundingClientRect();
  if (!width) return; // not on the screen (cover.css)
  const style = getComputedStyle(canvas);
  const stroke = parseFloat(style.getPropertyValue("--stroke"));
  clear(context, width, height);
  context.strokeStyle = style.color;
  context.lineWidth = stroke;
  context.lineCap = "round";
  heights.forEach((share, index) => {
    const fromButton = stroke / 2 + (index * (width - stroke)) / (BARS - 1);
    const x = side === "left" ? width - fromButton : fromButton;
    // A line without any length would not be drawn, also with round ends.
    const half = Math.max(0.01, (height * (SMALLEST + share * (1 - SMALLEST)) - stroke) / 2);
    context.globalAlpha = Math.min(1, FADED + ((1 - FADED) * (1 - fromButton / width)) / FULL);
    context.beginPath();
    context.moveTo(x, height / 2 - half);
    context.lineTo(x, height / 2 + half);
    context.stroke();
  });
}

/** Empty the canvas; give it about one pixel for each of the device's, and units of CSS pixels. */
function clear(context, width, height) {
  const { canvas } = context;
  const scale = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  context.setTransform(1, 0, 0, 1, 0, 0); // each time: a browser that took the canvas's memory has forgotten the scale
  context.clearRect(0, 0, wide, high);
  context.setTransform(scale, 0, 0, scale, 0, 0);
}

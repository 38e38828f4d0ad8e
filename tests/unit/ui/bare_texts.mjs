/**
 * Lists texts at which React fails once somebody else has touched them: `node bare_texts.mjs MODULES FILE...` writes a line
 * 'file:line text' for each; MODULES has Babel's parser.
 *
 * Page translation and extensions put elements of their own in the place of a text. React still holds the text that is
 * gone, so it fails when it puts something before it, or takes it away: the page turns white. So a text has an element of
 * its own wherever something that comes and goes stands before it, and wherever it comes and goes itself. On the steps of a
 * report, and on the page without a network, also where it changes: what React changes then is not on the screen.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, ...files] = process.argv.slice(2);
const { parse } = createRequire(`${modules}/`)("@babel/parser");

const LITERALS = ["JSXText", "StringLiteral", "NumericLiteral", "TemplateLiteral"];
/** Props and variables that hold elements: a text in them has been judged where it is written. */
const ELEMENTS = ["children", "choose", "dashes", "face", "question", "shown"];
const STEPS = /\/ui\/(islands\/(recorder|editor|playback|vocabulary)|offline)\//;
const isConstant = ({ object }) => /^[A-Z]+$/.test(object?.name);
const isFixed = (node) => (LITERALS.includes(node.type) && !node.expressions?.length) || isConstant(node);
const isCall = (node, ...names) =>
  node.type === "CallExpression" && names.includes(node.callee.property?.name ?? node.callee.name);
const isJsx = (node) => isCall(node, "jsx");

/** "element", "text", "optional" (something that may come, go or change its kind) or "nothing". */
function kindOf(node) {
  if (LITERALS.includes(node.type)) return "text";
  if (node.type === "JSXElement" && node.openingElement.name.name !== "Fragment") return "element";
  if (node.type === "JSXFragment" || node.type === "JSXElement") return optional(node.children.filter((child) => !isBlank(child)).map(inner));
  if (ELEMENTS.includes(node.name ?? node.object?.name)) return "optional";
  if (node.type === "LogicalExpression") return node.operator === "&&" ? "optional" : kindOf(node.right);
  if (node.type === "ConditionalExpression") {
    const kinds = [kindOf(node.consequent), kindOf(node.alternate)];
    return kinds.every((kind) => kind === "text") ? "text" : "optional";
  }
  if (isJsx(node)) {
    const [{ name = "" }, , ...children] = node.arguments;
    if (name === "Fragment") return optional(children);
    if (/^(Fragment|Cond|Foreach)_/.test(name)) return "optional"; // parts of a page that the framework puts apart
    return name.startsWith("Bare_") ? "text" : "element";
  }
  if (isCall(node, "map", "flatMap") || isCall(node, "call")) return "optional"; // Array.prototype.map.call
  return isCall(node, "Comp", "createElement") ? "element" : "text";
}

function optional(children) {
  if (!children.length) return "nothing";
  return children.some((child) => kindOf(child) === "optional") || children.length > 1 ? "optional" : kindOf(children[0]);
}

/** A text that is there under a condition, in the place of nothing or of an element, or that is one of a list. */
function comesAndGoes(node) {
  if (isCall(node, "map", "flatMap")) {
    const { body } = node.arguments[0];
    return body !== undefined && (kindOf(body) === "text" || comesAndGoes(body)) && body.type !== "BlockStatement";
  }
  if (node.type === "LogicalExpression") return node.operator === "&&" && LITERALS.includes(node.right.type);
  if (node.type !== "ConditionalExpression") return false;
  const either = [node.consequent, node.alternate];
  const kinds = either.map(kindOf);
  return kinds.includes("text") && (kinds.some((kind) => kind !== "text") || either.some(isJsx));
}

const found = [];

/** Note the texts at risk among these children. A text that is all there is in an element is not: React replaces all. */
function look(file, children, isFragment) {
  const isAlone = children.length === 1 && !isFragment;
  let isAfterOptional = false;
  for (const child of children) {
    const kind = kindOf(child);
    const isOwn = isAlone && !isCall(child, "map", "flatMap");
    const isStale = kind === "text" && children.length > 1 && !isFixed(child) && STEPS.test(file);
    if (isStale || (!isOwn && comesAndGoes(child)) || (kind === "text" && isAfterOptional)) {
      found.push(`${file}:${child.loc.start.line} ${JSON.stringify(child.value ?? child.name ?? child.type)}`);
    }
    if (kind === "element") isAfterOptional = false;
    if (kind === "optional") isAfterOptional = true;
  }
}

function isBlank(child) {
  if (child.type === "JSXText") return child.value.includes("\n") && !child.value.trim();
  return child.type === "JSXExpressionContainer" && child.expression.type === "JSXEmptyExpression";
}

function inner(child) {
  return child.type === "JSXExpressionContainer" ? child.expression : child;
}

function walk(file, node) {
  if (!node || typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const one of node) walk(file, one);
    return;
  }
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    look(file, node.children.filter((child) => !isBlank(child)).map(inner), node.type === "JSXFragment");
  }
  if (isJsx(node)) look(file, node.arguments.slice(2), node.arguments[0].name === "Fragment");
  for (const [name, value] of Object.entries(node)) if (name !== "loc") walk(file, value);
}

for (const file of files) walk(file, parse(readFileSync(file, "utf8"), { sourceType: "module", plugins: ["jsx"] }).program);
process.stdout.write(found.map((line) => `${line}\n`).join(""));

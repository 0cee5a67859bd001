// Lint rules for the part of our English that a machine can check.
import { bannedIn } from './banned-words.ts'
import { titleCased } from './sentence-case.ts'

/** The properties of syntax tree nodes that the rules read. */
type Node = {
  type: string
  name?: string | Node
  value?: unknown
  expression?: Node
  quasis?: { value: { cooked: string } }[]
  callee?: Node
  object?: Node
  key?: Node
  arguments?: Node[]
  openingElement?: Node
  children?: Node[]
}
type RuleContext = {
  sourceCode: { getAllComments: () => (Node & { value: string })[] }
  report: (problem: { node: Node; message: string }) => void
}

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe'])

/** Whether a call declares a test: `test(…)`, `test.skip(…)` or `test.each(…)(…)`. */
function isTest(callee: Node | undefined): boolean {
  if (callee?.type === 'Identifier') return TEST_FUNCTIONS.has(callee.name as string)
  if (callee?.type === 'MemberExpression') return isTest(callee.object)
  return callee?.type === 'CallExpression' && isTest(callee.callee)
}

/** Returns the fixed text of a string, template or JSX text, or null. */
function textOf(node: Node | null | undefined): string | null {
  if (!node) return null
  if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string')
    return node.value
  if (node.type === 'TemplateLiteral') return node.quasis!.map(({ value }) => value.cooked).join('…')
  return node.type === 'JSXExpressionContainer' ? textOf(node.expression) : null
}

const words = {
  create(context: RuleContext) {
    const check = (node: Node, text: string) => {
      for (const { instead, pattern } of bannedIn(text))
        context.report({ node, message: `"${pattern.exec(text)![0].trim()}": ${instead}.` })
    }
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) check(comment, comment.value)
      },
      CallExpression(node: Node) {
        const title = node.arguments?.[0]
        const text = isTest(node.callee) ? textOf(title) : null
        if (text !== null) check(title!, text)
      },
    }
  },
}

/** Properties that are shown to users unchanged, of components and of route and column definitions. */
const SHOWN = new Set(
  'title label heading submitLabel aria-label stayLabel leaveLabel placeholder crumb'.split(' '),
)
/** Functions whose first argument is shown to users unchanged. */
const TITLED = new Set(['panel'])
/** Elements whose text is a heading, a field's name or an action. */
const LABELS = new Set('h1 h2 h3 h4 button label Button CreateLink DialogButtons'.split(' '))

const sentenceCase = {
  create(context: RuleContext) {
    const check = (node: Node, text: string | null) => {
      const wrong = text === null ? [] : titleCased(text.trim())
      if (wrong.length > 0)
        context.report({ node, message: `"${text!.trim()}": use sentence case, not ${wrong.join(', ')}.` })
    }
    return {
      JSXAttribute(node: Node) {
        if (SHOWN.has((node.name as Node).name as string)) check(node, textOf(node.value as Node))
      },
      Property(node: Node) {
        if (SHOWN.has(node.key!.name as string)) check(node, textOf(node.value as Node))
      },
      CallExpression(node: Node) {
        if (TITLED.has(node.callee!.name as string)) check(node, textOf(node.arguments![0]))
      },
      JSXElement(node: Node) {
        if (!LABELS.has((node.openingElement!.name as Node).name as string)) return
        for (const child of node.children!) check(child, textOf(child))
      },
    }
  },
}

export default { meta: { name: 'plain-english' }, rules: { words, 'sentence-case': sentenceCase } }

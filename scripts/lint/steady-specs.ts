// Lint rules against browser tests that fail once in some hundred runs.

/** The properties of syntax tree nodes that the rules read. */
type Node = {
  type: string
  name?: string
  callee?: Node
  property?: Node
  arguments?: Node[]
  properties?: Node[]
  key?: Node
}
type RuleContext = { report: (problem: { node: Node; message: string }) => void }

/** Playwright's actions that take `force`. */
const ACTIONS = new Set(
  'check click dblclick dragTo fill hover selectOption setChecked tap uncheck'.split(' '),
)

const isForced = ({ properties = [] }: Node): boolean => properties.some(({ key }) => key?.name === 'force')

/** Returns why a call makes a browser test unsteady, or null. */
export function unsteady({ callee, arguments: given = [] }: Node): string | null {
  const method = callee?.property?.name ?? ''
  if (method === 'waitForTimeout') return 'Wait for a condition, because a busy machine takes longer.'
  if (!ACTIONS.has(method) || !given.some(isForced)) return null
  return 'A forced action hits nothing when the page moves. Wait for the control, or press a key on it.'
}

const actions = {
  create: (context: RuleContext) => ({
    CallExpression(node: Node) {
      const message = unsteady(node)
      if (message) context.report({ node, message })
    },
  }),
}

export default { meta: { name: 'steady-specs' }, rules: { actions } }

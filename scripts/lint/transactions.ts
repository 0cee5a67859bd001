// A lint rule for work in transactions. SQLite has one connection, so while a transaction waits for anything but the database, every
// other request waits too. Types keep slow services out of it (`InnerServices`); this rule keeps out cryptography and other waits.

/** The properties of syntax tree nodes that the rule reads. */
type Node = {
  type: string
  name?: string
  parent?: Node
  callee?: Node
  object?: Node
  property?: Node
  argument?: Node
  left?: Node
  params?: Node[]
  properties?: Node[]
  value?: Node
  typeAnnotation?: Node
  typeName?: Node
  specifiers?: Node[]
  local?: Node
}
type RuleContext = {
  filename: string
  sourceCode: { getText: (node: Node) => string }
  report: (problem: { node: Node; message: string }) => void
}

const RUNNERS = new Set(['inTransaction', 'inLockedTransaction', 'inStatements', 'inSnapshot'])

/** Returns the names that a parameter binds. */
function namesOf(param: Node): string[] {
  if (param.type === 'Identifier') return [param.name!]
  if (param.type === 'AssignmentPattern') return namesOf(param.left!)
  return (param.properties ?? []).flatMap(({ value, argument }) => namesOf(value ?? argument!))
}

const isFunction = ({ type }: Node): boolean => /Function(Expression|Declaration)$/.test(type)

/** Returns the names of a function's context if it runs in a transaction, or null. */
function innerContext(node: Node): string[] | null {
  const [first] = node.params ?? []
  if (!first) return null
  const isTyped = first.typeAnnotation?.typeAnnotation?.typeName?.name === 'Context'
  const isRun = node.parent?.type === 'CallExpression' && RUNNERS.has(node.parent.callee?.name ?? '')
  return isTyped || isRun ? namesOf(first) : null
}

/** Returns the names of the innermost context around a node that runs in a transaction, or null. */
function contextAround(node: Node): string[] | null {
  for (let at = node.parent; at; at = at.parent) {
    const names = isFunction(at) ? innerContext(at) : null
    if (names) return names
  }
  return null
}

/** Functions of the kit that wait for no more than a query or a function that they are given. */
const PASS_ON = new Set(['atField', 'asField', 'takePage', 'lastRead', 'randomFree', 'requireSpace'])

/**
 * Returns why an awaited call has no place in a transaction, or null. A call that gets the context or its database waits for that, and
 * functions of the same file are checked by themselves.
 * @param text the source of the call. @param imported whether the called function is. @param names those of the context.
 */
export function waitProblem(
  { callee, text, imported }: { callee: string; text: string; imported: boolean },
  names: readonly string[],
): string | null {
  if (!imported || PASS_ON.has(callee)) return null
  const getsDatabase = [...names, 'db'].some((name) => new RegExp(`\\b${name}\\b`).test(text))
  return getsDatabase ? null : `A transaction waits for the database only. Await ${callee} before it.`
}

const onlyDatabase = {
  create(context: RuleContext) {
    const imported = new Set<string>()
    const refuse = (node: Node, message: string) => {
      if (contextAround(node)) context.report({ node, message })
    }
    return {
      ImportDeclaration({ specifiers = [] }: Node) {
        for (const { local } of specifiers) imported.add(local!.name!)
      },
      AwaitExpression(node: Node) {
        const names = contextAround(node)
        const call = node.argument!
        const callee = call.type === 'CallExpression' ? call.callee?.name : undefined
        if (!names || callee === undefined) return
        const text = context.sourceCode.getText(call)
        const message = waitProblem({ callee, text, imported: imported.has(callee) }, names)
        if (message) context.report({ node, message })
      },
      ImportExpression: (node: Node) => refuse(node, 'A transaction loads no code. Import it before.'),
      MemberExpression(node: Node) {
        if (node.object?.name === 'crypto' && node.property?.name === 'subtle')
          refuse(node, 'Cryptography takes time. Do it before the transaction.')
      },
    }
  },
}

export default { meta: { name: 'transactions' }, rules: { 'only-database': onlyDatabase } }

import { type CharacterTest, type Node, PatternError } from './tree.ts'

/** One step of a program. `next` and `other` are indexes of steps. */
export type Step =
  | { kind: 'character'; test: CharacterTest }
  | { kind: 'start' | 'end' }
  | { kind: 'jump'; next: number }
  | { kind: 'fork'; next: number; other: number }
  | { kind: 'found' }

/** A text is matched in time proportional to its length times this. */
const MAX_STEPS = 1000

/**
 * Compiles a tree to a program (Thompson 1968): each step leads to the one after it, unless it is a jump.
 * @throws PatternError if the program would be too long.
 */
export function compileTree(tree: Node): Step[] {
  const steps: Step[] = []
  addNode(steps, tree)
  add(steps, { kind: 'found' })
  return steps
}

function add<Added extends Step>(steps: Step[], step: Added): Added {
  if (steps.length >= MAX_STEPS) throw new PatternError('the pattern is too long or repeats too much', 0)
  steps.push(step)
  return step
}

function addNode(steps: Step[], node: Node): void {
  if (node.kind === 'sequence') for (const part of node.nodes) addNode(steps, part)
  else if (node.kind === 'choice') addChoice(steps, node.nodes)
  else if (node.kind === 'repeat') addRepeat(steps, node)
  else add(steps, node)
}

function addChoice(steps: Step[], nodes: readonly Node[]): void {
  const ends: { next: number }[] = []
  for (const [index, node] of nodes.entries()) {
    const isLast = index === nodes.length - 1
    const fork = isLast ? null : add(steps, { kind: 'fork', next: steps.length + 1, other: 0 })
    addNode(steps, node)
    if (!fork) continue
    ends.push(add(steps, { kind: 'jump', next: 0 }))
    fork.other = steps.length
  }
  for (const end of ends) end.next = steps.length
}

function addRepeat(steps: Step[], { of, min, max }: { of: Node; min: number; max: number }): void {
  for (let count = 0; count < min; count++) addNode(steps, of)
  if (max === Infinity) {
    const fork = add(steps, { kind: 'fork', next: steps.length + 1, other: 0 })
    const start = steps.length - 1
    addNode(steps, of)
    add(steps, { kind: 'jump', next: start })
    fork.other = steps.length
    return
  }
  const forks: { other: number }[] = []
  for (let count = min; count < max; count++) {
    forks.push(add(steps, { kind: 'fork', next: steps.length + 1, other: 0 }))
    addNode(steps, of)
  }
  for (const fork of forks) fork.other = steps.length
}

import { type CharacterTest, type Node, PatternError } from './tree.ts'

/** One step of a program. `next` and `other` are indexes of steps. */
export type Step =
  | { kind: 'character'; test: CharacterTest }
  | { kind: 'start' | 'end' }
  | { kind: 'jump'; next: number }
  | { kind: 'fork'; next: number; other: number }
  | { kind: 'found' }

/** Limits the steps of all patterns of a query: matching takes time in proportion to the text times the steps. */
export class StepBudget {
  #left = 1000

  /** @throws PatternError if no step is left. */
  take(): void {
    if (this.#left === 0)
      throw new PatternError('the patterns of the query are too long or repeat too much', 0)
    this.#left -= 1
  }
}

/**
 * Compiles a tree to a program (Thompson 1968): each step leads to the one after it, unless it is a jump.
 * @throws PatternError if the budget doesn't suffice.
 */
export function compileTree(tree: Node, budget: StepBudget): Step[] {
  const compiler = new Compiler(budget)
  compiler.addNode(tree)
  compiler.add({ kind: 'found' })
  return compiler.steps
}

class Compiler {
  readonly steps: Step[] = []
  readonly #budget: StepBudget

  constructor(budget: StepBudget) {
    this.#budget = budget
  }

  add<Added extends Step>(step: Added): Added {
    this.#budget.take()
    this.steps.push(step)
    return step
  }

  addNode(node: Node): void {
    if (node.kind === 'sequence') for (const part of node.nodes) this.addNode(part)
    else if (node.kind === 'choice') this.#addChoice(node.nodes)
    else if (node.kind === 'repeat') this.#addRepeat(node)
    else this.add(node)
  }

  #addFork(): { next: number; other: number } {
    return this.add({ kind: 'fork', next: this.steps.length + 1, other: 0 })
  }

  #addChoice(nodes: readonly Node[]): void {
    const ends: { next: number }[] = []
    for (const [index, node] of nodes.entries()) {
      const isLast = index === nodes.length - 1
      const fork = isLast ? null : this.#addFork()
      this.addNode(node)
      if (!fork) continue
      ends.push(this.add({ kind: 'jump', next: 0 }))
      fork.other = this.steps.length
    }
    for (const end of ends) end.next = this.steps.length
  }

  #addRepeat({ of, min, max }: { of: Node; min: number; max: number }): void {
    for (let count = 0; count < min; count++) {
      const before = this.steps.length
      this.addNode(of)
      // Nested repetitions of an empty group would take no steps, but forever.
      if (this.steps.length === before) break
    }
    if (max === Infinity) {
      const start = this.steps.length
      const fork = this.#addFork()
      this.addNode(of)
      this.add({ kind: 'jump', next: start })
      fork.other = this.steps.length
      return
    }
    const forks: { other: number }[] = []
    for (let count = min; count < max; count++) {
      forks.push(this.#addFork())
      this.addNode(of)
    }
    for (const fork of forks) fork.other = this.steps.length
  }
}

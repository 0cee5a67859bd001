import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { ControlPlane } from '../src/control-plane.ts'
import { KeptRows } from '../src/database/kept-rows.ts'
import { keptAnswer } from '../src/edge/kept-answer.ts'
import { allHandlers } from '../src/handlers.ts'
import type { Input, KeptHandler } from '../src/kinds/handler.ts'
import type { Actor } from '../src/kit/actor.ts'
import { type TextAnswer, textAnswer } from '../src/kit/answer.ts'
import type { Context } from '../src/kit/context.ts'
import { hostDatabase } from '../src/kit/host-database.ts'
import type { Reader } from '../src/kit/reader.ts'
import type { Services } from '../src/kit/services.ts'
import { inSnapshot, systemContext } from '../src/kit/transaction.ts'

const IS_ON = process.env.GRANARY_CHECK_KEPT === '1'
/** Questions of a database that are asked again after each request: those that were asked last. */
const MAX_QUESTIONS = 30

/** Its texts are apart from those that a test asks for. */
const CHECKER = { siloId: 'check' } as Actor

type Question = { id: OperationId; input: Input<OperationId> }
type Questions = Map<string, Question>

const questionsOf = new WeakMap<Reader, Questions>()
/** The handlers without what notes their questions. */
const handlers = new Map<OperationId, KeptHandler<OperationId>>()

/**
 * In the mode of `GRANARY_CHECK_KEPT=1`, compares every kept answer of a control plane with a fresh one after each request.
 * @throws Error from `fetch` if they differ.
 */
export function checkingKept(controlPlane: ControlPlane, services: Services): ControlPlane {
  if (!IS_ON) return controlPlane
  if (handlers.size === 0) noteQuestions()
  const questions: Questions = new Map()
  let compared = 0
  questionsOf.set(services.db, questions)
  return {
    ...controlPlane,
    fetch: async (...request) => {
      const response = await controlPlane.fetch(...request)
      for (const question of questions.values()) await compare(services, question)
      compared += questions.size
      return response
    },
    stop: async () => {
      console.log(`${compared} kept answers compared`)
      await controlPlane.stop()
    },
  }
}

/** Lets each handler whose answers are kept note what it is asked. Files of a worker share the handlers. */
function noteQuestions(): void {
  const rowsOf = Reflect.get(KeptRows.prototype, 'rowsOf') as KeptRows['rowsOf']
  KeptRows.prototype.rowsOf = function readOrKept(...given) {
    return rowsAreRead ? given[2]() : rowsOf.apply(this, given)
  }
  for (const [id, handler] of Object.entries(allHandlers) as [OperationId, KeptHandler<OperationId>][]) {
    if (!('kept' in handler)) continue
    const { kept } = handler
    handlers.set(id, { kept })
    handler.kept = async (context, input) => {
      const answer = await kept(context, input)
      note(hostDatabase((context as Context).services), { id, input })
      return answer
    }
  }
}

function note(db: Reader, question: Question): void {
  const questions = questionsOf.get(db)
  if (!questions) return
  const { path, query, found } = question.input as { path: object; query: object; found?: { row: object } }
  const key = JSON.stringify([question.id, path, query, found?.row])
  questions.delete(key)
  questions.set(key, question)
  if (questions.size > MAX_QUESTIONS) questions.delete(questions.keys().next().value!)
}

/** Asks a question in one snapshot: as often as an answer takes to be kept and found, and then for a fresh answer. */
async function compare(services: Services, { id, input }: Question): Promise<void> {
  const handler = handlers.get(id)!
  const operation = contract[id]
  const { extensions } = services.settings
  const context = { ...systemContext(services, 'check'), actor: CHECKER }
  const answers = await inSnapshot(context, async (inner) => {
    const texts: (string | null)[] = []
    for (let time = 0; time < 3; time++)
      texts.push(await textOf(keptAnswer(inner, { id, operation, input }, handler)))
    const fresh = async () => textAnswer(operation, await handler.kept(inner, input), extensions)
    return [...texts, await textOf(withoutKeptRows(fresh))]
  })
  if (new Set(answers).size > 1)
    throw new Error(`the kept answer of ${id} differs from a fresh one:\n${answers.join('\n')}`)
}

let rowsAreRead = false

/** Lets queries read rows of which SQLite keeps results. Those of concurrent work read them too, and find the same. */
async function withoutKeptRows<Result>(work: () => Promise<Result>): Promise<Result> {
  rowsAreRead = true
  try {
    return await work()
  } finally {
    rowsAreRead = false
  }
}

/** A question is refused once what it names is gone. */
const textOf = (answer: Promise<TextAnswer>) => answer.then(({ text }) => text, String)

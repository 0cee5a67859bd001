import type { OperationId } from '@granary/contract/contract.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { keptTextAnswer, type TextAnswer, textAnswer } from '../kit/answer.ts'
import type { Context } from '../kit/context.ts'
import { freshnessOf } from '../kit/freshness.ts'
import { databaseKey } from '../kit/host-database.ts'
import { KeptTexts } from '../kit/kept-texts.ts'
import type { Input, KeptHandler } from '../kinds/handler.ts'

type Asked = { id: OperationId; operation: Operation; input: Input<OperationId> }

/** The texts of each database. */
const textsOf = new WeakMap<object, KeptTexts>()

/**
 * Answers by a handler whose answer depends on its input and the database only, or with the text that it gave to an equal input
 * before, if it would read the same rows again. The caller has been admitted, and counts for nothing in the answer.
 */
export async function keptAnswer(
  context: Context,
  { id, operation, input }: Asked,
  { kept: handle }: KeptHandler<OperationId>,
): Promise<TextAnswer> {
  const { settings } = context.services
  const database = databaseKey(context.services)
  const make = async () => textAnswer(operation, await handle(context, input), settings.extensions)
  let texts = textsOf.get(database)
  if (!texts) textsOf.set(database, (texts = new KeptTexts()))
  const silo = context.actor?.siloId ?? ''
  const key = keyOf(id, input, settings.extensions)
  // Most questions are asked once, and then nothing is read but the answer.
  if (texts.isNew(silo, key)) return make()
  const freshness = await freshnessOf(context)
  const known = texts.find(freshness, silo, key)
  if (known) return keptTextAnswer(operation, known)
  const answered = await make()
  const kept = texts.keep(freshness, silo, key, answered.text!)
  return kept ? keptTextAnswer(operation, kept) : answered
}

/** Returns what determines an answer. Of the found resource, the database has everything but its id. */
function keyOf(id: OperationId, input: Input<OperationId>, extensions: boolean): string {
  const { path, query, found } = input as { path: object; query: object; found?: { row: { id: string } } }
  return JSON.stringify([id, found?.row.id, path, query, extensions])
}

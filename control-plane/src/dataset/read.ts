import type { z } from 'zod'
import { expandList } from './expand.ts'
import { keysOf } from '../kit/base/keys.ts'
import { collections, type Dataset } from './format.ts'
import { DatasetError } from './problem.ts'

/** Maximum number of problems in a message; readers would skip more. */
const MAX_PROBLEMS = 20

/**
 * Reads a data set: expands repeated resources and checks every field.
 * @param json the parsed file.
 * @throws DatasetError with the JSON path of each wrong value.
 */
export function readDataset(json: unknown): Dataset {
  const names = keysOf(collections)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new DatasetError([`must be an object with the lists ${names.join(', ')}`])
  const problems = Object.keys(json)
    .filter((key) => !(key in collections) && key !== '$comment')
    .map((key) => `${key}: unknown list; allowed: ${names.join(', ')}`)
  const lists = new Map<string, unknown>(Object.entries(json))
  const dataset = Object.fromEntries(names.map((name): [string, unknown[]] => [name, []]))
  for (const name of names) {
    for (const { path, item } of expandList(name, lists.get(name) ?? [])) {
      const schema: z.ZodType = collections[name]
      const result = schema.safeParse(item)
      if (result.success) dataset[name]?.push({ path, value: result.data })
      else problems.push(...result.error.issues.map((issue) => `${where(path, issue)}: ${issue.message}`))
      if (problems.length > MAX_PROBLEMS) throw new DatasetError([...problems.slice(0, MAX_PROBLEMS), '…'])
    }
  }
  if (problems.length > 0) throw new DatasetError(problems)
  return dataset as unknown as Dataset
}

const where = (path: string, { path: inside }: z.core.$ZodIssue): string =>
  inside.reduce<string>(
    (text, part) => text + (typeof part === 'number' ? `[${part}]` : `.${String(part)}`),
    path,
  )

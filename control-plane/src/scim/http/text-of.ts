import type { Steps } from '../../kit/steps.ts'
import type { Stored } from '../collection.ts'
import { type Selection, select } from '../list/selection.ts'
import { represent } from '../represent.ts'
import type { ResourceType } from '../schema/attribute.ts'

/** Links that are written as text in one step. */
const STEP = 200

/** Writes a resource as JSON, step by step: a group of 9,000 members has 2 MB. */
export function* textOf(
  type: ResourceType,
  stored: Stored,
  { base, selection }: { base: string; selection: Selection },
): Steps<string> {
  const links = stored.links ?? []
  const resourceWith = (some: Stored['links']) =>
    select(represent(type, { ...stored, links: some }, base), selection)
  if (links.length <= STEP) return JSON.stringify(resourceWith(links))
  const attribute = type.name === 'User' ? 'groups' : 'members'
  const texts: string[] = []
  for (let at = 0; at < links.length; at += STEP) {
    yield
    const part = resourceWith(links.slice(at, at + STEP))[attribute]
    if (part !== undefined) texts.push(JSON.stringify(part).slice(1, -1))
  }
  const text = JSON.stringify(resourceWith([]))
  return texts.length === 0 ? text : `${text.slice(0, -1)},"${attribute}":[${texts.join(',')}]}`
}

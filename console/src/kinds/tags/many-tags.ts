import { type TagChange, tagKeyProblem } from '@granary/domain/tags.ts'
import { partsOf, tagsOf, tagsProblem } from './tag-text.ts'

/** What a user types about the tags of many resources. */
export type ManyTags = { set: string; remove: string }

/** Returns the change that typed texts stand for. */
export const manyTagsOf = ({ set, remove }: ManyTags): TagChange => ({
  set: tagsOf(set),
  remove: partsOf(remove),
})

/** Returns what is wrong with each text. An empty one is right. */
export const manyTagsProblems = ({ set, remove }: ManyTags): Record<keyof ManyTags, string | null> => ({
  set: tagsProblem(set),
  remove:
    partsOf(remove).flatMap((key) => {
      const problem = tagKeyProblem(key)
      return problem ? [`${key}: ${problem}`] : []
    })[0] ?? null,
})

/** What is wrong with a change of nothing. */
const NO_CHANGE = 'Enter tags to set, keys to remove, or both'

/** Returns what is wrong with the change of the tags of many resources, or null. */
export function manyTagsProblem(tags: ManyTags): string | null {
  const problems = manyTagsProblems(tags)
  if (partsOf(tags.set).length + partsOf(tags.remove).length === 0) return NO_CHANGE
  return problems.set ?? problems.remove
}

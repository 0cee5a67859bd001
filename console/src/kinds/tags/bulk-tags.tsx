import { useEffect, useRef } from 'react'
import type { BulkPlanProps } from '../../app/bulk/bulk.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { type ManyTags, manyTagsOf, manyTagsProblem, manyTagsProblems } from './many-tags.ts'

/** Chooses the tags that the selected resources get and lose. */
export default function BulkTags({ choice, onChoice, problem }: BulkPlanProps) {
  const tags: ManyTags = choice.tags ?? { set: '', remove: '' }
  const set = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const remove = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const problems = manyTagsProblems(tags)
  const isAboutRemoval = problems.set === null && problems.remove !== null
  useEffect(() => {
    if (problem) (isAboutRemoval ? remove : set).current?.focus()
  }, [problem, isAboutRemoval])
  const change = (next: Partial<ManyTags>) => {
    const typed = { set: tags.set, remove: tags.remove, ...next }
    onChoice({ tags: { ...typed, change: manyTagsOf(typed), problem: manyTagsProblem(typed) } })
  }
  return (
    <div className="mt-4 flex flex-col gap-4">
      <TextField
        ref={set}
        label="Tags to set"
        optional
        hint="Such as env=prod, team=web. Other tags stay as they are."
        value={tags.set}
        onChange={(text) => change({ set: text })}
        error={problem && !isAboutRemoval ? problem : undefined}
      />
      <TextField
        ref={remove}
        label="Keys to remove"
        optional
        hint="Separated by commas"
        value={tags.remove}
        onChange={(text) => change({ remove: text })}
        error={(problem && problems.remove) || undefined}
      />
    </div>
  )
}

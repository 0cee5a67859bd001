import type { Extensions } from '@granary/contract/call.ts'
import { tagList } from '@granary/contract/generated/client.ts'
import { MAX_TAGS, type Tag, tagKeyProblem, tagValueProblem } from '@granary/domain/tags.ts'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { optionalQuery } from '../../api/queries.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { useCurrentProject } from '../../app/route-params.ts'
import { SubForm } from '../../app/kit/forms/sub-form.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { MiniTable } from '../../ui/fields/mini-table.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { type TagValues, withTyped } from './tag-values.ts'

type TagFieldsProps = { extensions: Extensions; form: UseFormReturn<TagValues>; empty: string }

/** Most values of a key that a hint names. */
const MAX_NAMED = 4

const hintOf = (values: readonly string[]): string | undefined =>
  values.length === 0 ? undefined : `In use: ${values.slice(0, MAX_NAMED).join(', ')}`

/** The tags of a form, with fields that add one, or give one another value. Offers what the project uses already. */
export function TagFields({ extensions, form, empty }: TagFieldsProps) {
  const { control, setValue } = form
  const [tags, key, value] = useWatch({ control, name: ['tags', 'key', 'value'] })
  const project = useCurrentProject()
  const used = useQuery(
    optionalQuery(project === undefined ? null : extensions, tagList, { query: { project: project ?? '' } }),
  ).data?.items
  const keys = [...new Set((used ?? []).map((tag) => tag.key))]
  const values = (used ?? []).flatMap((tag) => (tag.key === key.trim() ? [tag.value] : []))
  const keyProblem = (text: string, { value: typed }: Pick<TagValues, 'value'>): string | null => {
    if (text.trim() === '') return typed.trim() === '' ? null : 'Key is required'
    const isNew = !tags.some((tag) => tag.key === text.trim())
    if (isNew && tags.length >= MAX_TAGS) return `A resource can have ${MAX_TAGS} tags: remove one first`
    return tagKeyProblem(text.trim())
  }
  const set = (next: Tag[]) => setValue('tags', next, { shouldDirty: true })
  const clear = () => {
    setValue('key', '', { shouldDirty: true })
    setValue('value', '', { shouldDirty: true })
    form.clearErrors()
  }
  const add = async () => {
    if (key.trim() === '' || !(await form.trigger(['key', 'value']))) return
    set(withTyped(form.getValues()))
    clear()
    form.setFocus('key')
  }
  return (
    <>
      <SubForm thing="tag" isEmpty={key === '' && value === ''} onClear={clear} onAdd={() => void add()}>
        <Bound control={control} name="key" problem={keyProblem}>
          {(field) => (
            <Combobox
              {...field}
              label="Key"
              hint="Letters, digits and - _ . / after a letter. Upper and lower case differ."
              items={keys.map((one) => ({ value: one, label: one }))}
              onChange={(next) => field.onChange(next ?? '')}
              allowsArbitrary
            />
          )}
        </Bound>
        <Bound control={control} name="value" problem={(text) => tagValueProblem(text.trim())} deps={['key']}>
          {(field) => <TextField {...field} label="Value" optional hint={hintOf(values)} />}
        </Bound>
      </SubForm>
      <MiniTable
        label="Tags"
        columns={[
          { header: 'Key', render: (tag: Tag) => tag.key },
          { header: 'Value', render: (tag: Tag) => tag.value },
        ]}
        rows={tags}
        rowKey={(tag) => tag.key}
        removeLabel={(tag) => `Remove ${tag.key}`}
        onRemove={(_, index) => set(tags.toSpliced(index, 1))}
        empty={empty}
      />
    </>
  )
}

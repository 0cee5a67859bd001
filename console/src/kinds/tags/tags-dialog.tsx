import type { Extensions } from '@granary/contract/call.ts'
import { tagUpdate } from '@granary/contract/generated/client.ts'
import { tagChange, type TaggedKind } from '@granary/domain/tags.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { TagFields } from './tag-fields.tsx'
import { type Tagged, type TagValues, withTyped } from './tag-values.ts'

type TagsDialogProps = { extensions: Extensions; kind: TaggedKind; of: Tagged; onClose: () => void }

/** Changes the tags of a resource. Tags that another user has set since it opened stay. */
export default function TagsDialog({
  extensions,
  kind,
  of: { id, name, tags = [] },
  onClose,
}: TagsDialogProps) {
  const update = useOperation(extensions.call(tagUpdate), { waits: true })
  const [before] = useState(tags)
  const form = useForm<TagValues>({ defaultValues: { tags: before, key: '', value: '' } })
  return (
    <FormDialog
      form={form}
      title="Edit tags"
      submitLabel="Save"
      fields={{ set: 'key', remove: 'key' }}
      onDismiss={onClose}
      onSubmit={async (values) => {
        const { set, remove } = tagChange(before, withTyped(values))
        await update({ path: { kind, resource: id }, body: { set: [...set], remove: [...remove] } })
        addToast({
          content: (
            <>
              Tags of <Highlight>{name}</Highlight> saved
            </>
          ),
        })
        onClose()
      }}
    >
      <TagFields extensions={extensions} form={form} empty="No tags yet" />
    </FormDialog>
  )
}

import { useEffect, useState } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { useCurrentUser } from '../../session.ts'
import { deleteDraft, deleteDraftsOfOthers, draftKey, readDraft, writeDraft } from './drafts.ts'

type KeptDraftProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  /** Distinguishes forms on the same page. */
  name: string
}

/**
 * Keeps the draft of a form through a reload, a crash of the tab and an expired session. Leaving or submitting the form
 * deletes the draft; only unloading the page keeps it. The address may say what the form is filled in from: each has a draft of its
 * own. Not for forms with secrets.
 */
export function KeptDraft<Values extends FieldValues>({ form, name }: KeptDraftProps<Values>) {
  const { id } = useCurrentUser()
  const [key] = useState(() => draftKey(id, location.pathname + location.search, name))
  const [kept] = useState(() => readDraft(key))
  const [shown, setShown] = useState(kept !== null)

  useEffect(() => deleteDraftsOfOthers(id), [id])
  useEffect(() => {
    for (const [field, value] of Object.entries(kept ?? {}))
      form.setValue(field as FieldPath<Values>, value as FieldPathValue<Values, FieldPath<Values>>, {
        shouldDirty: true,
      })
    const end = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => (isDirty ? writeDraft(key, values) : deleteDraft(key)),
    })
    return () => {
      end()
      deleteDraft(key)
    }
  }, [form, key, kept])

  if (!shown) return null
  return (
    <MessageBox>
      <div className="flex flex-wrap items-center justify-between gap-2">
        Your draft is back. Choose files again.
        <Button
          variant="secondary"
          size="sm"
          onPress={() => {
            form.reset()
            setShown(false)
          }}
        >
          Start over
        </Button>
      </div>
    </MessageBox>
  )
}

import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../../ui/overlay/dialog-buttons.tsx'
import { deleteView, MAX_VIEW_NAME, MAX_VIEWS, type SavedView, saveView } from './saved-views.ts'

type ViewsDialogProps = {
  list: string
  views: readonly SavedView[]
  /** The parameters of the list as it is. */
  search: SavedView['search']
  onClose: () => void
}

/** Saves the list as it is under a name, and deletes saved views. */
export default function ViewsDialog({ list, views, search, onClose }: ViewsDialogProps) {
  const [name, setName] = useState('')
  const wanted = name.trim()
  const problem =
    wanted.length > MAX_VIEW_NAME
      ? `Use at most ${MAX_VIEW_NAME} characters`
      : views.length >= MAX_VIEWS && !views.some((view) => view.name === wanted)
        ? `A list has at most ${MAX_VIEWS} views. Delete one first`
        : null
  const save = () => {
    saveView(list, { name: wanted, search })
    onClose()
  }
  return (
    <Dialog
      title="Views of this list"
      onClose={onClose}
      footer={
        <DialogButtons
          onCancel={onClose}
          cancelLabel="Close"
          onPress={save}
          disabledReason={wanted === '' ? 'Enter a name' : problem}
        >
          Save view
        </DialogButtons>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== '' && !problem) save()
        }}
      >
        <TextField
          label="Name"
          hint="Saves the filters, the order and the rows per page. Only this browser keeps it."
          value={name}
          onChange={setName}
          {...(problem && wanted !== '' && { error: problem })}
        />
      </form>
      {views.length > 0 && (
        <ul className="mt-4 flex flex-col gap-1" aria-label="Saved views">
          {views.map((view) => (
            <li key={view.name} className="flex items-center gap-2">
              <span className="min-w-0 grow truncate">{view.name}</span>
              <IconButton label={`Delete view ${view.name}`} onPress={() => deleteView(list, view.name)}>
                <Trash className="size-4" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

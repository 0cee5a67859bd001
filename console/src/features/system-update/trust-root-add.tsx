import { systemUpdateTrustRootCreate } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { MAX_ROOT_BYTES } from '@granary/domain/releases.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { makeStale } from '../../api/operate.ts'
import { sendFile } from '../../api/send-file.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { useRefusal } from './refusal.ts'

/** The panel that adds a trust root. */
export function TrustRootAdd() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<{ file: File | null }>({ defaultValues: { file: null } })
  return (
    <FormPanel
      form={form}
      title="Add trust root"
      refusal={useRefusal()}
      onDismiss={() => void navigate({ to: '/system/update' })}
      onSubmit={async ({ file }) => {
        const body = parsed(await file!.text())
        // The document is signed, so it goes out byte by byte.
        await sendFile(systemUpdateTrustRootCreate, { body }, file!, { type: 'application/json' })
        void makeStale(client, systemUpdateTrustRootCreate.changes)
        addToast({ content: 'Trust root added' })
        await navigate({ to: '/system/update', replace: true })
      }}
    >
      <p className="text-sm">
        A trust root is a signed document of a publisher (<code className="font-mono text-xs">root.json</code>
        ). It names the keys that sign releases.
      </p>
      <MessageBox variant="notice">
        Releases run on every sled and switch. Add only a root of a publisher whom you trust, and that you got
        from them.
      </MessageBox>
      <Bound control={form.control} name="file" problem={problemOf}>
        {(field) => <FileField {...field} label="Root document" accept=".json" required />}
      </Bound>
    </FormPanel>
  )
}

function problemOf(file: File | null): string | null {
  if (!file) return 'File is required'
  return file.size > MAX_ROOT_BYTES ? `Must have at most ${formatBytes(MAX_ROOT_BYTES)}` : null
}

/** @throws Error if the text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The file is not a JSON document.')
  }
}

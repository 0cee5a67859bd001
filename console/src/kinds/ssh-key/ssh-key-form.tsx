import { currentUserSshKeyCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { pastedSshKey, readSshKey, sshKeyProblem } from '@granary/domain/ssh-keys.ts'
import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useOperation } from '../../api/operate.ts'
import { DescriptionField, NameField, TextField } from '../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { SSH_KEY_DOCS } from './docs.ts'
import { KeyFacts } from './key-facts.tsx'

type SshKeyFormProps = {
  onDismiss: () => void
  /** Called with the id of the new key. */
  onAdded: (id: string) => void | Promise<void>
  /** Shown above the fields. */
  children?: ReactNode
}

/** The panel that adds an SSH key to the user's own. Shows type and fingerprint, so that the user adds the right key. */
export default function SshKeyForm({ onDismiss, onAdded, children }: SshKeyFormProps) {
  const addKey = useOperation(currentUserSshKeyCreate, { waits: true })
  const form = useForm({ defaultValues: { name: '', description: '', publicKey: '' } })
  const publicKey = useWatch({ control: form.control, name: 'publicKey' })
  return (
    <FormPanel
      form={form}
      title="Add SSH key"
      onDismiss={onDismiss}
      onSubmit={async (body) => {
        const key = await addKey({ body })
        addToast({
          content: (
            <>
              SSH key <Highlight>{key.name}</Highlight> created
            </>
          ),
        })
        await onAdded(key.id)
      }}
    >
      {children}
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <div>
        <Bound control={form.control} name="publicKey" problem={sshKeyProblem}>
          {(field) => (
            <TextField {...field} label="Public key" rows={8} tidy={pastedSshKey} mono required notPersonal />
          )}
        </Bound>
        <p className="mt-1.5 min-h-5 text-sm text-text-muted" aria-live="polite">
          {readSshKey(publicKey) ? (
            <KeyFacts publicKey={publicKey} />
          ) : (
            <>
              The contents of a file such as <code className="font-mono">~/.ssh/id_ed25519.pub</code>, on one
              line
            </>
          )}
        </p>
      </div>
      <RelevantDocs links={SSH_KEY_DOCS.links} />
    </FormPanel>
  )
}

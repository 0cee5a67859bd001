import { webhookReceiverUpdate } from '@granary/contract/generated/client.ts'
import { useNavigate } from '@tanstack/react-router'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useExtensions } from '../../../api/extensions.ts'
import { useOperation } from '../../../api/operate.ts'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { useEditForm } from '../../../app/kit/forms/use-edit-form.ts'
import { Metadata } from '../../../app/kit/pages/metadata.tsx'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { useReceiver, useRefusal } from './receiver.ts'
import { targetBody, type TargetValues, valuesOf } from './target.ts'
import { TargetFields } from './target-fields.tsx'

const FIELDS_OF_MAIL = { endpoint: 'email' } as const

/** The panel that edits the name, the description and the address of a receiver. */
export function ReceiverEdit() {
  const receiver = useReceiver()
  const navigate = useNavigate()
  const update = useOperation(webhookReceiverUpdate)
  const { name, description } = receiver
  const form = useEditForm({ name, description, ...valuesOf(receiver.kind) })
  const medium = useWatch({ control: form.control, name: 'medium' })
  const extensions = useExtensions()
  const toReceiver = (to: string, replace = false) =>
    navigate({ to: '/system/alerting/receivers/$receiver', params: { receiver: to }, replace })
  return (
    <FormPanel
      form={form}
      fields={medium === 'mail' ? FIELDS_OF_MAIL : undefined}
      refusal={useRefusal()}
      title="Edit receiver"
      submitLabel="Update receiver"
      onDismiss={() => void toReceiver(name)}
      onSubmit={async ({ name: given, description: text, ...target }) => {
        const body = { name: given, description: text, ...targetBody(target, extensions) }
        await update({ path: { receiver: receiver.id }, body })
        toastChanged('Receiver', body.name, 'updated')
        // Back must not lead to a form that was sent.
        await toReceiver(body.name, true)
      }}
    >
      <Metadata of={receiver} />
      <IdentityFields control={form.control} />
      <TargetFields {...(form as unknown as UseFormReturn<TargetValues>)} />
    </FormPanel>
  )
}

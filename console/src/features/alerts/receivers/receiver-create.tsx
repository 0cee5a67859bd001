import { webhookReceiverCreate } from '@granary/contract/generated/client.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useExtensions } from '../../../api/extensions.ts'
import { useOperation } from '../../../api/operate.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { useRefusal } from './receiver.ts'
import { SecretField } from './secret-field.tsx'
import { SubscriptionsField } from './subscriptions-field.tsx'
import { targetBody, NEW_TARGET, type TargetValues } from './target.ts'
import { TargetFields } from './target-fields.tsx'

const EMPTY = { name: '', description: '', ...NEW_TARGET, secret: '', subscriptions: [] as string[] }
const FIELDS = { secrets: 'secret' } as const satisfies FieldsOfBody<'webhookReceiverCreate', typeof EMPTY>
const FIELDS_OF_MAIL = { ...FIELDS, endpoint: 'email' } as const

/** The panel that creates a receiver. Drafts are not kept, because they have the secret. */
export function ReceiverCreate() {
  const create = useOperation(webhookReceiverCreate)
  const navigate = useNavigate()
  const extensions = useExtensions()
  const form = useForm({ defaultValues: EMPTY })
  const medium = useWatch({ control: form.control, name: 'medium' })
  return (
    <FormPanel
      form={form}
      title="Create receiver"
      fields={medium === 'mail' ? FIELDS_OF_MAIL : FIELDS}
      refusal={useRefusal()}
      onDismiss={() => void navigate({ to: '/system/alerting/receivers' })}
      onSubmit={async ({ name: given, description, secret, subscriptions, ...target }) => {
        const secrets = target.medium === 'program' ? [secret] : []
        const to = targetBody(target, extensions)
        const { name } = await create({ body: { name: given, description, ...to, secrets, subscriptions } })
        toastChanged('Receiver', name, 'created')
        await navigate({
          to: '/system/alerting/receivers/$receiver',
          params: { receiver: name },
          replace: true,
        })
      }}
    >
      <IdentityFields control={form.control} />
      <TargetFields {...(form as unknown as UseFormReturn<TargetValues>)} />
      {medium === 'program' && <SecretField control={form.control} />}
      <Bound control={form.control} name="subscriptions">
        {(field) => <SubscriptionsField {...field} />}
      </Bound>
    </FormPanel>
  )
}

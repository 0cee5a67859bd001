import { mailtoProblem } from '@granary/domain/alert-mail.ts'
import { pastedEmail, pastedUrl } from '@granary/domain/pasted.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form'
import { alertSettingsView } from '@granary/contract/generated/client.ts'
import { useExtensions } from '../../../api/extensions.ts'
import { optionalQuery } from '../../../api/queries.ts'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { TargetValues } from './target.ts'
import { TemplateFields } from './template-fields.tsx'

const MEDIA = [
  {
    value: 'program' as const,
    label: 'Program',
    description: 'Gets signed JSON with the payload of each alert',
  },
  {
    value: 'chat' as const,
    label: 'Chat system',
    description: 'Gets messages for people, such as a channel of Slack',
  },
  { value: 'mail' as const, label: 'E-mail address', description: 'Gets a mail for each alert' },
]

/** Returns the choices; mail is none where the settings of the server don't allow it, and says why. */
const mediaWith = (mailProblem: string | null | undefined) =>
  MEDIA.map((item) =>
    item.value === 'mail' && mailProblem ? { ...item, description: mailProblem, isDisabled: true } : item,
  )

const problemOfEndpoint = (endpoint: string, { medium }: TargetValues): string | null => {
  if (medium === 'mail') return null
  return (
    required('Address')(endpoint) ??
    (URL.canParse(endpoint) ? null : 'Must be a web address, such as https://…')
  )
}
const problemOfEmail = (email: string, { medium }: TargetValues): string | null => {
  if (medium !== 'mail') return null
  if (email === '') return 'Address is required'
  return mailtoProblem(`mailto:${email}`) && 'Must be one e-mail address, such as ops@example.com'
}

type TargetFieldsProps = { control: Control<TargetValues>; setValue: UseFormSetValue<TargetValues> }

/** Where alerts are sent, and in which form. The server knows which networks are allowed. */
export function TargetFields({ control, setValue }: TargetFieldsProps) {
  const extensions = useExtensions()
  const medium = useWatch({ control, name: 'medium' })
  const settings = useQuery(optionalQuery(extensions, alertSettingsView, {})).data
  return (
    <>
      {extensions && (
        <Bound control={control} name="medium" deps={['endpoint', 'email', 'template']}>
          {(field) => <RadioGroup {...field} label="Receiver" items={mediaWith(settings?.mailProblem)} />}
        </Bound>
      )}
      {medium === 'mail' ? (
        <Bound control={control} name="email" problem={problemOfEmail}>
          {(field) => (
            <TextField
              {...field}
              key="email"
              label="E-mail address"
              hint="The server sends the mail by the SMTP server of its settings."
              placeholder="ops@example.com"
              tidy={pastedEmail}
              required
              notPersonal
            />
          )}
        </Bound>
      ) : (
        <Bound control={control} name="endpoint" problem={problemOfEndpoint}>
          {(field) => (
            <TextField
              {...field}
              key="endpoint"
              label="Address"
              hint="Gets a POST request with JSON for each alert. Private networks need a setting of the server."
              placeholder="https://"
              tidy={pastedUrl}
              required
              mono
              notPersonal
            />
          )}
        </Bound>
      )}
      {medium === 'chat' && <TemplateFields control={control} setValue={setValue} />}
    </>
  )
}

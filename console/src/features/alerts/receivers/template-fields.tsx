import {
  CHAT_TEMPLATES,
  fillTemplate,
  PLACEHOLDERS,
  templateProblem,
} from '@granary/domain/alert-templates.ts'
import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form'
import { capitalize } from '../../../api/errors.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CodeBlock } from '../code-block.tsx'
import type { TargetValues } from './target.ts'

type Form = keyof typeof CHAT_TEMPLATES | 'own'

const FORMS: { value: Form; label: string; description?: string }[] = [
  { value: 'slack', label: 'Slack', description: 'Also Mattermost, Rocket.Chat and Google Chat' },
  { value: 'teams', label: 'Microsoft Teams' },
  { value: 'discord', label: 'Discord' },
  { value: 'own', label: 'Another form' },
]
const TEMPLATES = Object.entries(CHAT_TEMPLATES) as [keyof typeof CHAT_TEMPLATES, string][]
const NAMES = Object.keys(PLACEHOLDERS)
  .map((name) => `{{${name}}}`)
  .join(', ')

const problemOf = (template: string, { medium }: TargetValues): string | null =>
  medium === 'chat' ? capitalize(templateProblem(template) ?? '') || null : null

type TemplateFieldsProps = { control: Control<TargetValues>; setValue: UseFormSetValue<TargetValues> }

/** The JSON that a chat system gets, and how it looks with an example. */
export function TemplateFields({ control, setValue }: TemplateFieldsProps) {
  const template = useWatch({ control, name: 'template' })
  const form: Form = TEMPLATES.find(([, known]) => known === template)?.[0] ?? 'own'
  return (
    <>
      <Bound control={control} name="template" problem={problemOf}>
        {(field) => (
          <>
            <Listbox
              label="Form"
              items={FORMS}
              value={form}
              isDisabled={field.isDisabled}
              onChange={(next) => {
                if (next !== 'own')
                  setValue('template', CHAT_TEMPLATES[next], { shouldDirty: true, shouldValidate: true })
              }}
            />
            <TextField
              {...field}
              label="Template"
              hint={`JSON in which ${NAMES} stand for parts of the alert, in texts only: names of fields and numbers are sent as you write them. It is no secret: viewers of the fleet see it.`}
              rows={6}
              required
              mono
              notPersonal
            />
          </>
        )}
      </Bound>
      {templateProblem(template) === null && (
        <CodeBlock title="Preview with an example" code={fillTemplate(template, PLACEHOLDERS)} />
      )}
    </>
  )
}

import { Suspense, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { FormSection } from '../../../app/kit/form-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { initialValues, type InstanceValues } from './values.ts'

const AdvancedFields = lazyPart(() => import('./advanced-fields.tsx'))

const FIELDS = [
  'userDataFrom',
  'userDataText',
  'userDataFile',
  'groups',
  'autoRestart',
  'cpuPlatform',
] as const satisfies (keyof InstanceValues)[]

/** Whether a value differs from that of a new form. */
const isChanged = (value: InstanceValues[(typeof FIELDS)[number]], at: number): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== initialValues[FIELDS[at]!]

type AdvancedProps = { form: UseFormReturn<InstanceValues>; project: string }

/**
 * Optional settings that most instances don't need. They are folded, and not even loaded, until the user asks for them or
 * a restored draft has some.
 */
export function Advanced({ form, project }: AdvancedProps) {
  const [isOpen, setOpen] = useState(false)
  const values = useWatch({ control: form.control, name: FIELDS })
  if (!isOpen && !values.some(isChanged))
    return (
      <FormSection
        title="Advanced"
        description="User data for cloud-init, anti-affinity groups, auto-restart and CPU platform."
      >
        <div>
          <Button variant="secondary" size="sm" onPress={() => setOpen(true)}>
            Show advanced settings
          </Button>
        </div>
      </FormSection>
    )
  return (
    <FormSection title="Advanced">
      <Suspense fallback={<Spinner />}>
        <AdvancedFields form={form} project={project} />
      </Suspense>
    </FormSection>
  )
}

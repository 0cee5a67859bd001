import { samlGroupProblem } from '@granary/domain/admin-group.ts'
import { siloCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useNavigate } from '@tanstack/react-router'
import { type Control, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { useMay } from '../../../app/permissions.ts'
import { pathTo } from '../../../app/paths.ts'
import { useOperation } from '../../../api/operate.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { DescriptionField, NameField, TextField } from '../../../ui/fields/text-field.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { QUOTA_FIELDS } from '../../../kinds/silo-quotas/fields.ts'
import { identityModes } from '../../../kinds/silo/identity-modes.tsx'
import { useCreateRefusal } from '../use-create-refusal.ts'
import { CertificatesField } from './certificates-field.tsx'
import { newSilo, siloBody, type SiloValues } from './values.ts'

const QUOTAS = QUOTA_FIELDS.map(({ name, word, unit, most }) => ({
  name,
  label: `${word} quota (${unit})`,
  most,
}))

const MAPPED = [
  { name: 'mapsAdmin', label: 'Grant fleet admin role to silo admins' },
  { name: 'mapsViewer', label: 'Grant fleet viewer role to silo viewers' },
] as const

const FIELDS = {
  'quotas.cpus': 'cpus',
  'quotas.memory': 'memory',
  'quotas.storage': 'storage',
  'mappedFleetRoles.admin': 'mapsAdmin',
  'mappedFleetRoles.viewer': 'mapsViewer',
} as const satisfies FieldsOfBody<'siloCreate', SiloValues>

/** The panel that creates a silo. */
export function SiloCreate() {
  const navigate = useNavigate()
  const createSilo = useOperation(siloCreate)
  const refusal = useCreateRefusal()
  const form = useForm<SiloValues>({ defaultValues: newSilo })
  const { control } = form
  const name = useWatch({ control, name: 'name' })
  return (
    <FormPanel
      form={form}
      title="Create silo"
      refusal={refusal}
      fields={FIELDS}
      onDismiss={() => void navigate({ to: '/system/silos' })}
      onSubmit={async (values) => {
        const silo = await createSilo({ body: siloBody(values) })
        addToast({
          content: (
            <>
              Silo <Highlight>{silo.name}</Highlight> created
            </>
          ),
          link: { text: 'View silo', href: pathTo('/system/silos/$silo/idps', { silo: silo.name }) },
        })
        await navigate({ to: '/system/silos' })
      }}
    >
      <Bound control={control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <Bound control={control} name="discoverable">
        {({ value, ...field }) => (
          <Checkbox
            {...field}
            isSelected={value}
            hint="Discoverable silos appear in the list of silos. Others are found by name only."
          >
            Discoverable
          </Checkbox>
        )}
      </Bound>
      {QUOTAS.map((quota) => (
        <Bound key={quota.name} control={control} name={quota.name} problem={required(quota.label)}>
          {(field) => <NumberField {...field} label={quota.label} maxValue={quota.most} required />}
        </Bound>
      ))}
      <IdentityFields form={form} />
      <RoleMapping control={control} />
      <section className="flex flex-col gap-2">
        <h3 className="font-medium">TLS Certificates</h3>
        <Bound
          control={control}
          name="tlsCertificates"
          problem={(value) => (value.length === 0 ? 'At least one certificate is required' : null)}
        >
          {({ value, onChange, error, isDisabled, ref }) => (
            <CertificatesField
              ref={ref}
              silo={name}
              value={value}
              onChange={onChange}
              error={error}
              isDisabled={isDisabled}
            />
          )}
        </Bound>
      </section>
    </FormPanel>
  )
}

/** How users of the silo sign in. */
function IdentityFields({ form }: { form: UseFormReturn<SiloValues> }) {
  const { control } = form
  const identityMode = useWatch({ control, name: 'identityMode' })
  return (
    <>
      <Bound control={control} name="identityMode">
        {(field) => (
          <RadioGroup
            {...field}
            label="Identity mode"
            items={identityModes}
            onChange={(mode) => {
              field.onChange(mode)
              if (mode === 'local_only') form.setValue('adminGroupName', '')
            }}
          />
        )}
      </Bound>
      {identityMode !== 'local_only' && (
        <Bound
          control={control}
          name="adminGroupName"
          problem={(value) =>
            identityMode === 'saml_jit' && value.trim() !== '' ? samlGroupProblem(value.trim()) : null
          }
        >
          {(field) => (
            <TextField
              {...field}
              label="Admin group name"
              hint="This group is created with the silo, and its members are silo admins"
              optional
            />
          )}
        </Bound>
      )}
    </>
  )
}

/** The fleet roles that roles of the silo grant. */
function RoleMapping({ control }: { control: Control<SiloValues> }) {
  const mayMap = useMay().fleet('modify')
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">Role mapping</h3>
      {MAPPED.map((mapped) => (
        <Bound key={mapped.name} control={control} name={mapped.name}>
          {({ value, isDisabled, ...field }) => (
            <Checkbox {...field} isSelected={value} isDisabled={isDisabled || !mayMap}>
              {mapped.label}
            </Checkbox>
          )}
        </Bound>
      ))}
      {!mayMap && <p className="text-sm text-text-muted">Only admins of the fleet can grant fleet roles.</p>}
    </section>
  )
}

import { samlIdentityProviderCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { webUrlProblem } from '@granary/domain/web-addresses.ts'
import { useNavigate } from '@tanstack/react-router'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { Bound, required } from '../../app/kit/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/field-problems.ts'
import { FormPanel } from '../../app/kit/form-panel.tsx'
import { useExtensions } from '../../api/extensions.ts'
import { useOperation } from '../../api/operate.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { DescriptionField, NameField, TextField } from '../../ui/fields/text-field.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { MetadataFields } from './metadata-fields.tsx'
import { PanelSection } from './panel-section.tsx'
import { newProvider, providerBody, type ProviderValues, signInPath, standardAcsUrl } from './values.ts'

/** Returns what is wrong with a required URL, or null. */
const addressProblem = (label: string) => (value: string) => required(label)(value) ?? webUrlProblem(value)

const FIELDS = {
  'idpMetadataSource.url': 'metadataUrl',
  'idpMetadataSource.data': 'metadataXml',
  'signingKeypair.publicCert': 'publicCert',
  'signingKeypair.privateKey': 'privateKey',
} as const satisfies FieldsOfBody<'samlIdentityProviderCreate', ProviderValues>

/** The panel that adds a SAML provider, at which a silo's users sign in. */
export function IdpCreate() {
  const { silo, at } = useSilo()
  const navigate = useNavigate()
  const createProvider = useOperation(samlIdentityProviderCreate)
  const extensions = useExtensions()
  const form = useForm({ defaultValues: newProvider })
  const { control } = form
  const toTab = () => navigate({ href: at('idps') })
  const name = useWatch({ control, name: 'name' })
  return (
    <FormPanel
      form={form}
      title="Create identity provider"
      submitLabel="Create provider"
      fields={FIELDS}
      onDismiss={() => void toTab()}
      onSubmit={async (values) => {
        const acsUrl = values.usesStandardAcsUrl ? standardAcsUrl(silo.name, values.name) : values.acsUrl
        const body = await providerBody(values, acsUrl, extensions)
        const provider = await createProvider({ query: { silo: silo.name }, body })
        addToast({
          content: (
            <>
              IdP <Highlight>{provider.name}</Highlight> created
            </>
          ),
        })
        await toTab()
      }}
    >
      <Bound control={control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => (
          <NameField
            {...field}
            hint={
              <>
                Users see it where they sign in:{' '}
                <code className="font-mono text-xs wrap-anywhere">
                  {signInPath(silo.name, name || 'idp-name')}
                </code>
              </>
            }
          />
        )}
      </Bound>
      <Bound
        control={control}
        name="description"
        problem={(value) => required('Description')(value) ?? descriptionProblem(value)}
      >
        {(field) => <DescriptionField {...field} optional={false} required />}
      </Bound>
      <Bound control={control} name="technicalContactEmail" problem={required('Technical contact email')}>
        {(field) => <TextField {...field} label="Technical contact email" required />}
      </Bound>
      <ServiceProvider form={form} silo={silo.name} />
      <RequestSigning form={form} />
      <PanelSection title="Identity provider">
        <Bound control={control} name="idpEntityId" problem={required('Entity ID')}>
          {(field) => <TextField {...field} label="Entity ID" mono required />}
        </Bound>
        <Bound control={control} name="groupAttributeName">
          {(field) => (
            <TextField
              {...field}
              label="Group attribute name"
              hint="The SAML attribute that lists a user's groups. Without it, users are in no groups."
              optional
            />
          )}
        </Bound>
        <MetadataFields form={form} />
        {extensions && (
          <Bound control={control} name="allowUnsolicited">
            {({ value, ...field }) => (
              <Checkbox {...field} isSelected={value}>
                Allow sign-ins that the provider starts
              </Checkbox>
            )}
          </Bound>
        )}
      </PanelSection>
    </FormPanel>
  )
}

type Form = { form: UseFormReturn<ProviderValues> }

function ServiceProvider({ form: { control, setValue }, silo }: Form & { silo: string }) {
  const [name, usesStandard] = useWatch({ control, name: ['name', 'usesStandardAcsUrl'] })
  const standard = standardAcsUrl(silo, name || 'idp-name')
  return (
    <PanelSection title="Service provider" hint="Configure these values at the identity provider.">
      <Bound control={control} name="spClientId" problem={required('Service provider client ID')}>
        {(field) => <TextField {...field} label="Service provider client ID" mono required />}
      </Bound>
      <Bound
        control={control}
        name="acsUrl"
        problem={(value, values) => (values.usesStandardAcsUrl ? null : addressProblem('ACS URL')(value))}
      >
        {(field) => (
          <TextField
            {...field}
            label="ACS URL"
            hint="The provider sends its responses here. The standard URL contains the host, the silo and the provider's name."
            value={usesStandard ? standard : field.value}
            isDisabled={field.isDisabled || usesStandard}
            copyable
            mono
            required
          />
        )}
      </Bound>
      <Bound control={control} name="usesStandardAcsUrl">
        {({ value, ...field }) => (
          <Checkbox
            {...field}
            isSelected={value}
            onChange={(selected) => {
              field.onChange(selected)
              setValue('acsUrl', selected ? '' : standard)
            }}
          >
            Use standard ACS URL
          </Checkbox>
        )}
      </Bound>
      <Bound control={control} name="sloUrl" problem={addressProblem('Single Logout (SLO) URL')}>
        {(field) => (
          <TextField
            {...field}
            label="Single Logout (SLO) URL"
            hint="The console sends logout requests here"
            mono
            required
          />
        )}
      </Bound>
    </PanelSection>
  )
}

/** Signing needs both files. */
const otherOf =
  (label: string) =>
  (one: File | null, other: File | null): string | null =>
    !one && other ? `${label} is required with the other one` : null

function RequestSigning({ form: { control } }: Form) {
  const certMissing = otherOf('Public certificate')
  const keyMissing = otherOf('Private key')
  return (
    <PanelSection
      title="Request signing"
      hint="For providers that require signed requests. Choose both files or neither."
    >
      <Bound
        control={control}
        name="publicCert"
        problem={(value, { privateKey }) => certMissing(value, privateKey)}
      >
        {(field) => <FileField {...field} label="Public certificate" hint="X.509 in DER" optional />}
      </Bound>
      <Bound
        control={control}
        name="privateKey"
        problem={(value, { publicCert }) => keyMissing(value, publicCert)}
      >
        {(field) => <FileField {...field} label="Private key" hint="RSA, PKCS #1 in DER" optional />}
      </Bound>
    </PanelSection>
  )
}

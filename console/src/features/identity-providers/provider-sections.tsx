import { webUrlProblem } from '@granary/domain/web-addresses.ts'
import { pastedUrl } from '@granary/domain/pasted.ts'
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { useExtensions } from '../../api/extensions.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { MetadataFields } from './metadata-fields.tsx'
import { PanelSection } from './panel-section.tsx'
import { MissingGroupsField, type SignInValues, UserIdField } from './sign-in-fields.tsx'
import { type ProviderValues, standardAcsUrl } from './values.ts'

/** Returns what is wrong with a required URL, or null. */
const addressProblem = (label: string) => (value: string) => required(label)(value) ?? webUrlProblem(value)

type Form = { form: UseFormReturn<ProviderValues> }

/** The values that an admin enters at the identity provider. */
export function ServiceProvider({ form: { control, setValue }, silo }: Form & { silo: string }) {
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
            tidy={pastedUrl}
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
            tidy={pastedUrl}
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

/** The key pair with which the console signs its requests. */
export function RequestSigning({ form: { control } }: Form) {
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

/** What the console has to know about the identity provider. */
export function IdentityProvider({ form, adminGroupName }: Form & { adminGroupName: string | null }) {
  const { control } = form
  const extensions = useExtensions()
  const groupAttribute = useWatch({ control, name: 'groupAttributeName' })
  const signIn = control as unknown as Control<SignInValues>
  return (
    <PanelSection title="Identity provider">
      <Bound control={control} name="idpEntityId" problem={required('Entity ID')}>
        {(field) => <TextField {...field} label="Entity ID" tidy={pastedUrl} mono required />}
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
      {extensions && groupAttribute.trim() !== '' && <MissingGroupsField control={signIn} />}
      {extensions && <UserIdField control={signIn} />}
      {adminGroupName !== null && groupAttribute.trim() === '' && (
        <MessageBox variant="notice">
          The silo's admin group is <code className="font-mono text-xs wrap-anywhere">{adminGroupName}</code>,
          but without a group attribute nobody is in it.
        </MessageBox>
      )}
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
  )
}

import { samlIdentityProviderCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { pastedEmail } from '@granary/domain/pasted.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm, useWatch } from 'react-hook-form'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useExtensions } from '../../api/extensions.ts'
import { useOperation } from '../../api/operate.ts'
import { DescriptionField, NameField, TextField } from '../../ui/fields/text-field.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { IdentityProvider, RequestSigning, ServiceProvider } from './provider-sections.tsx'
import { newProvider, providerBody, type ProviderValues, signInPath, standardAcsUrl } from './values.ts'

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
        {(field) => <TextField {...field} label="Technical contact email" tidy={pastedEmail} required />}
      </Bound>
      <ServiceProvider form={form} silo={silo.name} />
      <RequestSigning form={form} />
      <IdentityProvider
        form={form}
        adminGroupName={silo.identityMode === 'saml_jit' ? (silo.adminGroupName ?? null) : null}
      />
    </FormPanel>
  )
}

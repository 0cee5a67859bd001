import type { Extensions } from '@granary/contract/call.ts'
import { samlIdentityProviderReplaceMetadata } from '@granary/contract/generated/client.ts'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { MetadataFields } from './metadata-fields.tsx'
import { metadataSource, newProvider, type ProviderValues } from './values.ts'

const FIELDS = {
  'idpMetadataSource.url': 'metadataUrl',
  'idpMetadataSource.data': 'metadataXml',
} as const satisfies FieldsOfBody<'samlIdentityProviderReplaceMetadata', ProviderValues>

type ReplaceMetadataProps = { extensions: Extensions; provider: string; onClose: () => void }

/** Replaces the metadata of a provider: for new keys, or a new address. */
export default function ReplaceMetadata({ extensions, provider, onClose }: ReplaceMetadataProps) {
  const { silo } = useSilo()
  const replace = useOperation(extensions.call(samlIdentityProviderReplaceMetadata), { waits: true })
  const form = useForm({ defaultValues: newProvider })
  return (
    <FormDialog
      form={form}
      title="Replace metadata"
      fields={FIELDS}
      onDismiss={onClose}
      onSubmit={async (values) => {
        const idpEntityId = values.idpEntityId.trim()
        await replace({
          path: { provider },
          query: { silo: silo.name },
          body: {
            idpMetadataSource: await metadataSource(values),
            ...(idpEntityId ? { idpEntityId } : {}),
          },
        })
        addToast({
          content: (
            <>
              Metadata of <Highlight>{provider}</Highlight> replaced
            </>
          ),
        })
        onClose()
      }}
    >
      <p>
        Sign-ins through <Highlight>{provider}</Highlight> use the new metadata from now on. Sessions stay: to
        end them too, disable the provider.
      </p>
      <MetadataFields form={form} />
      <Bound control={form.control} name="idpEntityId">
        {(field) => (
          <TextField
            {...field}
            label="Entity ID"
            hint="Only if the new metadata has another one"
            mono
            optional
          />
        )}
      </Bound>
    </FormDialog>
  )
}

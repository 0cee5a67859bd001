import { ignorable } from '@granary/contract/call.ts'
import { certificateCreate } from '@granary/contract/generated/client.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useOperation } from '../../api/operate.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import {
  certificateBody,
  CertificateFields,
  newCertificate,
} from '../../kinds/certificate/certificate-fields.tsx'
import { siloHost } from '../../kinds/certificate/silo-host.ts'

/** The panel that adds a certificate to a silo. */
export function CertificateCreate() {
  const { silo, at } = useSilo()
  const navigate = useNavigate()
  const createCertificate = useOperation(certificateCreate)
  const form = useForm({ defaultValues: newCertificate })
  const toTab = () => navigate({ href: at('certificates') })
  return (
    <FormPanel
      form={form}
      title="Add certificate"
      onDismiss={() => void toTab()}
      onSubmit={async (values) => {
        const body = await certificateBody(form, values)
        if (!body) return
        const certificate = await createCertificate({ query: { silo: ignorable(silo.name) }, body })
        addToast({
          content: (
            <>
              Certificate <Highlight>{certificate.name}</Highlight> added
            </>
          ),
        })
        await toTab()
      }}
    >
      <CertificateFields control={form.control} host={siloHost(silo.name)} />
    </FormPanel>
  )
}

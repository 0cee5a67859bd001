import { useForm } from 'react-hook-form'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import {
  type CertificateBody,
  certificateBody,
  CertificateFields,
  newCertificate,
} from './certificate-fields.tsx'

type AddCertificateDialogProps = {
  /** The host that the certificate should cover, if known. */
  host: string | null
  /** Names that are taken. */
  taken: readonly string[]
  onAdd: (certificate: CertificateBody) => void
  onClose: () => void
}

/** Adds a certificate to a form, without a request. */
export function AddCertificateDialog({ host, taken, onAdd, onClose }: AddCertificateDialogProps) {
  const form = useForm({ defaultValues: newCertificate })
  return (
    <FormDialog
      form={form}
      title="Add TLS certificate"
      submitLabel="Add Certificate"
      onDismiss={onClose}
      sends={false}
      onSubmit={async (values) => {
        const certificate = await certificateBody(form, values)
        if (!certificate) return
        onAdd(certificate)
        onClose()
      }}
    >
      <CertificateFields control={form.control} host={host} taken={taken} />
    </FormDialog>
  )
}

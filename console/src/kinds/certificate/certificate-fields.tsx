import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import type { Control, UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { CertificatePreview } from '../../ui/certificate-preview.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { checkKeyFile, useKeyCheck, useReading } from './use-files.ts'

export type CertificateValues = { name: string; description: string; cert: File | null; key: File | null }

export const newCertificate: CertificateValues = { name: '', description: '', cert: null, key: null }

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

type CertificateFieldsProps = {
  control: Control<CertificateValues>
  /** The host that the certificate should cover, if known. */
  host: string | null
  /** Names that are taken. */
  taken?: readonly string[]
}

/** Name, description and the two files of a certificate, with a preview of their content. */
export function CertificateFields({ control, host, taken = [] }: CertificateFieldsProps) {
  const [cert, key] = useWatch({ control, name: ['cert', 'key'] })
  const reading = useReading(cert)
  const check = useKeyCheck(cert, key)
  return (
    <>
      <Bound
        control={control}
        name="name"
        problem={(value) =>
          nameProblem(value) ?? (taken.includes(value) ? 'A certificate with this name already exists' : null)
        }
      >
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
      <Bound control={control} name="cert" problem={required('Cert')}>
        {(field) => (
          <FileField
            {...field}
            label="Cert"
            hint="PEM, with its chain. The server's own certificate comes first"
            required
          />
        )}
      </Bound>
      {reading && 'facts' in reading && <CertificatePreview chain={reading.facts} host={host} />}
      {reading && 'problem' in reading && (
        <MessageBox title="Couldn't parse certificate">{capitalized(reading.problem)}.</MessageBox>
      )}
      <Bound control={control} name="key" problem={required('Key')}>
        {(field) => (
          <FileField
            {...field}
            label="Key"
            hint="PEM. The private key of the certificate, without a passphrase"
            error={field.error ?? (check?.fits === false ? capitalized(check.problem) : undefined)}
            required
          />
        )}
      </Bound>
      {check?.fits === true && (
        <MessageBox variant="success" className="-mt-3">
          The key belongs to the certificate.
        </MessageBox>
      )}
    </>
  )
}

/** The request body of a certificate: its files as text. */
export type CertificateBody = {
  name: string
  description: string
  service: 'external_api'
  cert: string
  key: string
}

/** Returns the request body, or null after showing in the form that the key belongs to another certificate. */
export async function certificateBody(
  form: UseFormReturn<CertificateValues>,
  { name, description, cert, key }: CertificateValues,
): Promise<CertificateBody | null> {
  if (!cert || !key) return null
  const check = await checkKeyFile(cert, key)
  if (check.fits === false) {
    form.setError('key', { message: capitalized(check.problem) })
    // The field is enabled only with the next render.
    setTimeout(() => form.setFocus('key'))
    return null
  }
  return { name, description, service: 'external_api', cert: await cert.text(), key: await key.text() }
}

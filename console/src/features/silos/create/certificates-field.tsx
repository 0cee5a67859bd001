import { type Ref, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { AddCertificateDialog } from '../../../kinds/certificate/add-certificate-dialog.tsx'
import type { CertificateBody } from '../../../kinds/certificate/certificate-fields.tsx'
import { siloHost } from '../../../kinds/certificate/silo-host.ts'

type CertificatesFieldProps = {
  /** Name of the silo, which determines the host that the certificates must cover. */
  silo: string
  value: CertificateBody[]
  onChange: (certificates: CertificateBody[]) => void
  error?: string
  isDisabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

const columns = [
  { header: 'Name', render: ({ name }: CertificateBody) => name },
  { header: 'Description', render: ({ description }: CertificateBody) => description },
]

/** The initial certificates of a new silo. */
export function CertificatesField({ silo, value, onChange, error, isDisabled, ref }: CertificatesFieldProps) {
  const [adding, setAdding] = useState(false)
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-text-muted">
        At least one for the silo&apos;s host name. You can add more later. The command line can also create a
        silo without one.
      </p>
      <div className="w-full">
        <MiniTable
          label="TLS Certificates"
          columns={columns}
          rows={value}
          rowKey={({ name }) => name}
          removeLabel={({ name }) => `remove cert ${name}`}
          onRemove={({ name }) => onChange(value.filter((other) => other.name !== name))}
        />
      </div>
      <Button
        ref={ref}
        variant="secondary"
        size="sm"
        isDisabled={isDisabled}
        aria-describedby={error ? 'tls-certificates-error' : undefined}
        onPress={() => setAdding(true)}
      >
        Add TLS certificate
      </Button>
      <FieldError id="tls-certificates-error" error={error} />
      {/* Not a lazy chunk: the user types at once. */}
      {adding && (
        <AddCertificateDialog
          host={siloHost(silo)}
          taken={value.map(({ name }) => name)}
          onAdd={(certificate) => onChange([...value, certificate])}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

import { ignorable } from '@granary/contract/call.ts'
import { certificateView } from '@granary/contract/generated/client.ts'
import { useNavigate } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { wasPushed } from '../../app/kit/pages/history.ts'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { useMatchOf } from '../../app/route-params.ts'
import { CertificatePreview } from '../../ui/certificate-preview.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PanelSubject, ReadOnlySidePanel } from '../../ui/overlay/side-panel.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { useCertificate } from './certificate-cells.tsx'
import { siloHost } from '../../kinds/certificate/silo-host.ts'

const ROUTES = [
  '/authenticated/system/silos/$silo/certificates-list/certificates/$certificate',
  '/authenticated/silo/silo/certificates-list/certificates/$certificate',
] as const

/** The panel that shows a certificate, read-only and without its key. */
export function CertificateView() {
  const { silo, at } = useSilo()
  const { certificate: name } = useMatchOf(ROUTES).params
  const certificate = useView(
    apiQuery(certificateView, { path: { certificate: name }, query: { silo: ignorable(silo.name) } }),
  )
  const chain = useCertificate(certificate.cert).data
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  return (
    <ReadOnlySidePanel
      title="Certificate"
      subtitle={<PanelSubject icon={ShieldCheck} name={certificate.name} />}
      animate={animate}
      onClose={() => void navigate({ href: at('certificates') })}
    >
      <div className="flex flex-col gap-5">
        <Metadata of={certificate} />
        {chain && <CertificatePreview chain={chain} host={siloHost(silo.name)} />}
        <TextField label="Description" value={certificate.description} rows={2} isDisabled />
        <TextField label="Cert" value={certificate.cert} rows={10} mono isReadOnly copyable />
      </div>
    </ReadOnlySidePanel>
  )
}

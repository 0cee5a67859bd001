import { nowDate } from '../../time/clock.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { ListValue } from '../../ui/format/list-value.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { importPart } from '../../ui/lazy-part.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'

const loadChain = importPart(() => import('@granary/contract/x509/chain.ts'))

/** Parses a stored certificate in the browser: the list contains the whole PEM text. */
export function useCertificate(pem: string) {
  return useQuery({
    queryKey: ['certificate-facts', pem],
    queryFn: async () => {
      const { certificateFacts } = await loadChain()
      return certificateFacts(pem)
    },
    staleTime: Infinity,
    throwOnError: false,
  })
}

export function CertificateNames({ pem }: { pem: string }) {
  const { data, error } = useCertificate(pem)
  if (!data) return error ? <Unread error={error} /> : <Skeleton />
  return <ListValue title="Other host names" items={data[0]?.names ?? []} />
}

export function CertificateValidity({ pem }: { pem: string }) {
  const { data, error } = useCertificate(pem)
  const [now] = useState(nowDate)
  if (!data) return error ? <Unread error={error} /> : <Skeleton />
  const until = data[0]?.notAfter
  if (!until) return <Missing />
  return (
    <span className="inline-flex items-center gap-2">
      <DateTime date={until} />
      {until <= now && <Badge color="danger">expired</Badge>}
    </span>
  )
}

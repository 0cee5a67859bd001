import { ignorable, type ItemOf } from '@granary/contract/call.ts'
import { certificateDelete, certificateList } from '@granary/contract/generated/client.ts'
import { Link, Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { linkTo } from '../../app/paths.ts'
import { useOperation } from '../../api/operate.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { CertificateNames, CertificateValidity } from './certificate-cells.tsx'

type Certificate = ItemOf<'certificateList'>

const column = columnsOf<Certificate>()
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => <CertificateName name={getValue()} />,
  }),
  column.accessor('description', { ...described, meta: { ...described.meta, givesWay: 'second' } }),
  column.accessor('cert', {
    id: 'names',
    header: 'Host names',
    cell: ({ getValue }) => <CertificateNames pem={getValue()} />,
  }),
  column.accessor('cert', {
    id: 'until',
    header: 'Valid until',
    cell: ({ getValue }) => <CertificateValidity pem={getValue()} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    meta: { givesWay: 'second' },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((certificate) => <CertificateActions certificate={certificate} />),
]

function CertificateName({ name }: { name: string }) {
  const { at } = useSilo()
  return <NameLink {...linkTo(at('certificates/$certificate', { certificate: name }))}>{name}</NameLink>
}

/** Lists the TLS certificates of a silo's host name. */
export function CertificatesTab() {
  const { silo, at } = useSilo()
  const page = usePage(certificateList, { query: { silo: ignorable(silo.name) } })
  const newHref = at('certificates-new')
  useQuickActions(
    'Actions',
    useMemo(() => [{ label: 'Add certificate', href: newHref }], [newHref]),
  )
  const create = (
    <Link {...linkTo(newHref)} className={buttonStyle()}>
      Add certificate
    </Link>
  )
  return (
    <>
      <ListSection
        title="Certificates"
        create={create}
        columns={columns}
        page={page}
        rowId={(certificate) => certificate.id}
        empty={
          <EmptyState
            drawing="certificate"
            title="No certificates"
            body="Browsers trust this silo's host name once it has a certificate. To renew one, add the new certificate before you delete the old one."
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

function CertificateActions({ certificate }: { certificate: Certificate }) {
  const deleteCertificate = useOperation(certificateDelete, { waits: true })
  const remove = async () => {
    await deleteCertificate({ path: { certificate: certificate.id }, query: {} })
  }
  return (
    <ActionsMenu
      id={certificate.id}
      entries={[
        {
          label: 'Delete',
          danger: true,
          onAction: () =>
            void confirmDelete(
              'certificate',
              certificate.name,
              remove,
              'If no other certificate covers its host names, browsers no longer trust them.',
            ),
        },
      ]}
    />
  )
}

import type { ItemOf } from '@granary/contract/call.ts'
import { Link } from '@tanstack/react-router'
import { useProject } from '../../app/route-params.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { InstanceStateBadge } from '../../ui/state-badge.tsx'
import { ExternalIps } from './external-ips.tsx'
import { StartProblemText } from './start-problem.tsx'

/** An instance beside its list, for wide screens: more of its facts, and links to its pages. */
export function Preview({ instance, project }: { instance: ItemOf<'instanceList'>; project: string }) {
  const path = { project, instance: instance.name }
  return (
    <>
      <h2 className="text-lg font-semibold wrap-anywhere">{instance.name}</h2>
      <div className="flex items-center gap-2">
        <InstanceStateBadge state={instance.runState} since={instance.timeRunStateUpdated} />
        <TimeAgo date={instance.timeRunStateUpdated} label="Run state updated" />
      </div>
      <StartProblemText instance={instance} />
      {instance.description && (
        <p className="text-sm wrap-anywhere text-text-muted">{instance.description}</p>
      )}
      <div className="flex gap-2">
        <Link
          to="/projects/$project/instances/$instance/storage"
          params={path}
          className={buttonStyle('secondary', 'sm')}
        >
          Open
        </Link>
        <Link
          to="/projects/$project/instances/$instance/serial-console"
          params={path}
          className={buttonStyle('secondary', 'sm')}
        >
          Console
        </Link>
      </div>
      <PropertiesTable className="-mx-3 rounded-none border-0 bg-transparent">
        <Property label="External IPs">
          <ExternalIps instance={instance.id} known={instance.externalIps} />
        </Property>
        <Property label="cpu">
          {instance.ncpus} <span className="text-text-muted">{instance.ncpus === 1 ? 'vCPU' : 'vCPUs'}</span>
        </Property>
        <Property label="Memory">
          <ByteSize bytes={instance.memory} />
        </Property>
        <Property label="Hostname">{instance.hostname}</Property>
        <Property label="Created">
          <DateTime date={instance.timeCreated} />
        </Property>
        <Property label="ID">
          <Id id={instance.id} maxWidth="10rem" />
        </Property>
      </PropertiesTable>
    </>
  )
}

/** The preview of a list of one project. */
export default function InstancePreview({ row }: { row: ItemOf<'instanceList'> }) {
  return <Preview instance={row} project={useProject()} />
}

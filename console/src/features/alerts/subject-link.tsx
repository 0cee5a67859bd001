import { nameOfKind, type Kind } from '@granary/domain/kinds.ts'
import { Link } from '@tanstack/react-router'
import { operatorPath } from '../../app/operator-path.ts'
import { linkTo, pathTo } from '../../app/paths.ts'
import { useCurrentUser } from '../../app/session.ts'
import { Missing } from '../../ui/format/missing.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { type Alert, payloadOf } from './alert.ts'

const STYLE = 'relative z-1 text-accent hover:underline'

/** Names what an alert is about, with a link to its page. Of a project in another silo an operator sees only the silo. */
export function SubjectLink({ alert }: { alert: Alert }) {
  const { siloId: ownSilo } = useCurrentUser()
  const { resource } = alert
  if (!resource) return <Missing />
  const text = `${nameOfKind(resource.kind as Kind)} ${resource.name}`
  const name = <TruncatedText text={text} maxWidth="16rem" />
  const path = operatorPath({ ...resource, projectName: payloadOf(alert).projectName }, ownSilo)
  if (path)
    return (
      <Link {...linkTo(path)} className={STYLE}>
        {name}
      </Link>
    )
  const { siloId } = resource
  if (!siloId) return name
  return (
    <>
      {name} in{' '}
      <Link {...linkTo(pathTo('/system/silos/$silo', { silo: siloId }))} className={STYLE}>
        silo {payloadOf(alert).siloName ?? siloId.slice(0, 8)}
      </Link>
    </>
  )
}

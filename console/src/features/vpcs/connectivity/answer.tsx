import { Link } from '@tanstack/react-router'
import { useExtensions } from '../../../api/extensions.ts'
import { buttonStyle } from '../../../ui/button.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import type { Members } from '../network/use-interfaces.ts'
import type { RuleBody } from '../firewall/rules.ts'
import type { RouteBody } from '../routers/route-values.ts'
import { GapList } from '../../../kinds/network/network-gaps.tsx'
import { useVpcPath } from '../use-vpc.ts'
import { type Explanation, Hops } from './hops.tsx'

declare module '@tanstack/react-router' {
  /** Drafts of an explanation go to their forms in the history, where a link can't forge them. */
  interface HistoryState {
    ruleDraft?: Omit<RuleBody, 'targetTags'>
    routeDraft?: Partial<RouteBody>
  }
}

type AnswerViewProps = { answer: Explanation; members: Members | undefined }

/** The answer to a question: the verdict, the change that would help, and both ways. */
export function AnswerView({ answer, members }: AnswerViewProps) {
  const { reachable, text, there, back, obstacle, draft } = answer
  const path = useVpcPath()
  const extensions = useExtensions()
  return (
    <>
      <MessageBox
        variant={reachable ? 'success' : 'notice'}
        title={reachable ? 'The network lets this through' : 'The network stops this'}
        className="items-start"
      >
        <p>{text}</p>
        <Asleep answer={answer} members={members} />
        {draft && <DraftOffer draft={draft} />}
        {extensions && (
          <p className="mt-2">
            <Link
              to="/projects/$project/vpcs/$vpc/map"
              params={path}
              search={(search) => search}
              className="text-accent hover:underline"
            >
              Show on the map
            </Link>
          </p>
        )}
      </MessageBox>
      <GapList variant="notice" gaps={answer.gaps} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title="Way there" description={`Every hop of the packets, over IP${answer.ipVersion}`}>
          <Hops label="Way there" hops={there} stops={obstacle?.way === 'there'} />
        </Card>
        {back.length > 0 && (
          <Card title="Way back" description="Firewalls pass replies, but replies need routes">
            <Hops label="Way back" hops={back} stops={obstacle?.way === 'back'} />
          </Card>
        )}
      </div>
    </>
  )
}

/** Says that instances on the way are not running: the network passes their packets, but they neither send nor answer. */
function Asleep({ answer: { there }, members }: AnswerViewProps) {
  const ids = new Set(there.flatMap((hop) => ('interface' in hop ? hop.interface.instance.id : [])))
  const asleep = members?.instances.filter(({ id, runState }) => ids.has(id) && runState !== 'running') ?? []
  return asleep.map(({ id, name, runState }) => (
    <p key={id}>
      Instance {name} is {runState}.
    </p>
  ))
}

/** The drafted change, and a link that opens it in its form. */
function DraftOffer({ draft }: { draft: NonNullable<Explanation['draft']> }) {
  const path = useVpcPath()
  const readOnly = useReadOnly()
  const style = buttonStyle('secondary', 'sm')
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-60">{draft.text}</p>
      {readOnly === null && draft.type === 'rule' && (
        <Link
          to="/projects/$project/vpcs/$vpc/firewall-rules-new"
          params={path}
          state={{ ruleDraft: draft.rule }}
          className={style}
        >
          Review rule
        </Link>
      )}
      {readOnly === null && draft.type === 'route' && (
        <Link
          to="/projects/$project/vpcs/$vpc/routers/$router/routes-new"
          params={{ ...path, router: draft.router.name }}
          state={{ routeDraft: draft.route }}
          className={style}
        >
          Review route
        </Link>
      )}
      {readOnly === null && draft.type === 'route_target' && (
        <Link
          to="/projects/$project/vpcs/$vpc/routers/$router/routes/$route/edit"
          params={{ ...path, router: draft.route.router.name, route: draft.route.name }}
          state={{ routeDraft: { target: draft.target } }}
          className={style}
        >
          Review route
        </Link>
      )}
    </div>
  )
}

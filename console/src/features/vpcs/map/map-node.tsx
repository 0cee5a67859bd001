import { Link } from '@tanstack/react-router'
import DoorOpen from 'lucide-react/icons/door-open'
import Globe from 'lucide-react/icons/globe'
import Network from 'lucide-react/icons/network'
import Waypoints from 'lucide-react/icons/waypoints'
import { type ComponentType, memo } from 'react'
import { linkTo } from '../../../app/paths.ts'
import { classNames } from '../../../ui/class-names.ts'
import { INSTANCE_COLORS } from '../../../ui/state-badge.tsx'
import type { DrawnPath } from './drawn-path.ts'
import type { MapNode } from './layout.ts'
import type { NodeFacts } from './node-facts.ts'

/** Whether a drawn path goes through a node, ends there, or leads elsewhere; null without a path. */
type Mark = 'on' | 'stopped' | 'off' | null
export const markOf = ({ key }: MapNode, path: DrawnPath | null): Mark => {
  if (!path) return null
  if (path.stop === key) return 'stopped'
  return path.keys.includes(key) ? 'on' : 'off'
}

const BORDERS: Record<Exclude<Mark, null>, string> = {
  on: 'border-accent ring-1 ring-accent',
  stopped: 'border-danger ring-1 ring-danger',
  off: 'border-border',
}
const LABELS: Record<MapNode['type'], string> = {
  internet: '',
  gateway: 'Gateway',
  router: 'Router',
  subnet: 'Subnet',
  interface: 'Instance',
}
const ICONS: Partial<Record<MapNode['type'], ComponentType<{ className?: string }>>> = {
  internet: Globe,
  gateway: DoorOpen,
  router: Waypoints,
  subnet: Network,
}
const DOTS = {
  positive: 'bg-positive',
  neutral: 'border-[1.5px] border-text-muted',
  info: 'bg-info',
  notice: 'bg-notice',
  danger: 'bg-danger',
}

type NodeProps = {
  node: MapNode
  facts: NodeFacts
  isStop: boolean
  mark: Mark
  onFocus: (key: string) => void
}

/** A node of the map: a link, or a picture if it has no page. */
export const Node = memo(function Node({ node, facts, isStop, mark, onFocus }: NodeProps) {
  const { key, type, x, y, width, height } = node
  const { title, details, href, state } = facts
  const Icon = ICONS[type]
  const stopped = mark === 'stopped' ? ', where the packets stop' : ''
  const shared = {
    'data-key': key,
    'data-mark': mark ?? undefined,
    tabIndex: isStop ? 0 : -1,
    onFocus: () => onFocus(key),
    title: `${title} ${details}`,
    'aria-label': `${[LABELS[type], title, state, details].filter(Boolean).join(' ')}${mark === 'on' ? ', on the path' : stopped}`,
    style: { left: x, top: y, width, height },
    className: classNames(
      'absolute flex items-start gap-2 overflow-hidden rounded border px-2.5 py-1',
      type === 'subnet' ? 'bg-surface' : 'bg-surface-raised',
      mark ? BORDERS[mark] : 'border-border-control',
      href && 'hover:border-text-muted',
    ),
  }
  const content = (
    <>
      {Icon && (
        <Icon className="mt-0.5 size-4 shrink-0 text-text-muted group-data-far/map:hidden" aria-hidden />
      )}
      {state && (
        <span
          className={`mt-1.5 size-[7px] shrink-0 rounded-full group-data-far/map:mt-3 group-data-far/map:size-3 ${DOTS[INSTANCE_COLORS[state]]}`}
          aria-hidden
        />
      )}
      <span className="flex min-w-0 flex-col">
        <span className="truncate text-sm leading-5 font-medium group-data-far/map:text-xl group-data-far/map:leading-9">
          {title}
        </span>
        <span className="truncate text-xs leading-4 text-text-muted group-data-far/map:hidden">
          {details}
        </span>
      </span>
    </>
  )
  return href === null ? (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys reach every node
    <div role="img" {...shared}>
      {content}
    </div>
  ) : (
    <Link {...linkTo(href)} {...shared}>
      {content}
    </Link>
  )
})

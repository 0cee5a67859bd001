import type { RefObject } from 'react'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { isProgrammaticScroll } from '../overlay/scroll.ts'
import { usePressOutside } from '../use-press-outside.ts'
import { classNames } from '../class-names.ts'
import { isLong, LongList } from './long-list.tsx'
import { distinct, type Option, OptionItem } from './options.tsx'
import { LIST_HEIGHT, useRoom } from './popup-room.ts'

type ListboxPopupProps = {
  triggerRef: RefObject<HTMLElement | null>
  label: string
  items: readonly Option[]
  value: string | null
  onChoose: (value: string) => void
  onClose: () => void
}

/** The open list of a listbox. Mounted only while it is open. */
export function ListboxPopup({
  triggerRef,
  label,
  items: given,
  value,
  onChoose,
  onClose,
}: ListboxPopupProps) {
  const items = distinct(given)
  usePressOutside('[role=listbox]', triggerRef, onClose)
  const room = useRoom(triggerRef, { open: true })
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      isNonModal
      onOpenChange={(open) => !open && !isProgrammaticScroll() && onClose()}
      placement={room?.placement ?? 'bottom start'}
      shouldFlip={!room}
      offset={4}
      className="popup z-50 min-w-(--trigger-width)"
    >
      <LongList items={items}>
        <ListBox<Option>
          aria-label={label}
          selectionMode="single"
          selectedKeys={value === null ? [] : [value]}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened it to choose
          autoFocus="first"
          shouldFocusWrap
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys
            if (key !== undefined) onChoose(String(key))
            // Choosing the current option only closes the list.
            onClose()
          }}
          items={items}
          className={classNames('overflow-y-auto outline-none', !isLong(items) && 'p-1')}
          style={{ [isLong(items) ? 'height' : 'maxHeight']: room?.maxHeight ?? LIST_HEIGHT }}
        >
          {(item) => <OptionItem id={item.value} option={item} />}
        </ListBox>
      </LongList>
    </Popover>
  )
}

/** A description in one line of at most 24 rem; a dash when there is none. */
export const Description = ({ text }: { text: string }) =>
  text ? (
    <span className="block max-w-96 truncate" title={text}>
      {text}
    </span>
  ) : (
    <>—</>
  )

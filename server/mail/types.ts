/** The vocabulary of mail. */

/** How messages leave; plain data, for threads. */
export interface MailInit {
  /** `smtp:` or `smtps:` address of a server, perhaps with user and password; null: messages become files. */
  smtpUrl: string | null;
  /** Sender: an address, or a name and an address in angle brackets. */
  from: string;
  /** Where messages become files. */
  folder: string;
  /** Places, `host:port`, that webhooks may call although they are not public. */
  hookPlaces: readonly string[];
}

/** A message as it is sent. */
export interface Letter {
  /** Addresses of the envelope. */
  from: string;
  to: string;
  /** Message-ID without angle brackets. */
  message_id: string;
  /** The whole message, with its headers. */
  bytes: Buffer;
}

/** What became of a try. `why` is for the operator: a code and what the server said, in one line. */
export type Outcome =
  /** The server has it. */
  | {kind: 'sent'}
  /** The server does not take it, now or ever. */
  | {kind: 'refused'; why: string}
  /** The server does not take it now. */
  | {kind: 'later'; why: string}
  /** The connection broke: after the last byte nobody knows whether the server has it. */
  | {kind: 'broken'; why: string}
  /** There is no way to the server for any message. */
  | {kind: 'outage'; why: string}
  /** `hand` said no. */
  | {kind: 'withdrawn'};

export interface MailTransport {
  /** Sends a letter; `hand` is asked before its last byte. Never rejects. */
  send(letter: Letter, hand: () => boolean): Promise<Outcome>;
  /** Ends the connection, and with it what is being sent. */
  close(): void;
}

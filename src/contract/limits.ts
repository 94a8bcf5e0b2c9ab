/** Every number that two sides must agree on (LIM-1). */

/** Of a list's page, unless another size is asked for; the first page is 0 (LIST-6). */
export const PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;
export const FIRST_PAGE = 0;

/** A file must be smaller than this (2 MB); this size itself is refused. */
export const FILE_BYTES_LIMIT = 2_097_152;
/** What a photo of a bill is made to fit on the device: pixels of its long side, and bytes (DOC-17). */
export const FITTED_PHOTO = { longSide: 2_000, bytes: 600_000 } as const;
/** What the server's small pictures of a bill have at most (DOC-16). */
export const PREVIEW_BYTES = { small: 3_000, large: 20_000 } as const;
export const MAX_BILLS = 20;
/** Bills of an hour of which one person may ask whether they were used (DOC-26). */
export const MAX_ASKED_BILLS = 500;
/** By so many ids a claim that is changed may be known: its own, and those of changes that wait on a device. */
export const MAX_OWN_NAMES = 5;
export const MAX_FILE_NAME = 100;
/** Pictures above this many pixels are refused before they are decoded (Z47). */
export const MAX_PIXELS = 40_000_000;
/** Of a PDF (Z46). */
export const MAX_PDF_PAGES = 50;

/** Paise: ₹9,99,99,999.99. */
export const MAX_AMOUNT_PAISE = 9_999_999_999;
export const MAX_AMOUNT_TEXT = 11;
/** Said where a claim has no amount (AMT-6). */
export const NO_CLAIM_AMOUNT = 'Please enter claim amount';
/** Said where a claim, or the details of a ticket, have no file. */
export const NO_BILL = 'Please upload bill';
/** Said where a local expense, or the rejection of a ride, has no remark. */
export const NO_REMARK = 'Please enter remark';
export const FOOD_LIMIT_RUPEES = 750;

/** What a kilometre in one's own vehicle is paid, in paise; these claims are computed and never typed. */
export const CONVEYANCE_RATES = { SELF_CAR: 1_200, SELF_BIKE: 500 } as const;
/** The longest trip that the sales app may report, in kilometres. */
export const MAX_DISTANCE_KM = 10_000;

/** Days back that an expense or a trip may lie. */
export const EXPENSE_WINDOW_DAYS = 90;
/** The longest trip, and how far ahead one may begin, in days: every day of a trip is listed. */
export const MAX_TRIP_DAYS = 366;
export const TRIP_AHEAD_DAYS = 731;

export const MAX_REMARKS = 2_000;
export const MAX_NAME = 100;
/** An address as the sales app writes one. */
export const MAX_PLACE = 300;
/** Of one record. */
export const MAX_OPEN_ENQUIRIES = 20;
/** Managers for whom one person may stand in, now or later (DEL-13). */
export const MAX_STANDS_IN_FOR = 50;
/** People who may have an exceptional date at a time (EXC-4). */
export const MAX_EXCEPTIONAL_DATES = 800;
/** Cost centres that have a name in Tally, and that its mapping tells (TALLY-11). */
export const MAX_COST_CENTRES = 1_000;
/** The longest time that somebody may stand in at a stretch, and how far ahead it may begin, in days (DEL-2). */
export const MAX_STAND_IN_DAYS = 90;
export const STAND_IN_AHEAD_DAYS = 366;
/** Maximum items of a list nested in a row; the total is given beside it (S3). */
export const MAX_LISTED_INSIDE = 10;
/** The count beside it goes no further: one more than this says that there are more. */
export const MAX_COUNTED_INSIDE = 100;
/** No answer with a list is longer, whatever the data (S3). */
export const MAX_ANSWER_BYTES = 1_000_000;
/** Of what happened to one record, and of what was asked about it, the newest are told (S3). */
export const MAX_HISTORY_ROWS = 100;
export const MAX_BULK_IDS = 100;
/** Vouchers of one Tally batch, and rows of a sheet of finance's documents. */
export const MAX_BATCH_VOUCHERS = 5_000;
/** Tally's own limit of a ledger's or cost centre's name, and of a narration here. */
export const MAX_LEDGER = 100;
export const MAX_NARRATION = 500;
export const MAX_INTAKE_BATCH = 500;
/** Values of one filter of a campaign, and the words of one text filter. */
export const MAX_CHOSEN = 200;
export const MAX_CAMPAIGN_WORDS = 500;
export const MAX_JSON_BYTES = 1_048_576;
/** Of a picture that is to be the organisation's logo, and of what is made of it for the sign-in page. */
export const MAX_LOGO_BYTES = 500_000;
export const MAX_LOGO_SHOWN_BYTES = 12_000;
/** Values of one body: the longest list that a call takes has 5,000 rows of a few fields (S1). */
export const MAX_JSON_VALUES = 30_000;
export const MAX_FILTER_CHARS = 2_000;
export const MAX_FILTER_VALUES = 50;

/** Keys that may be asked about at once. */
export const MAX_ASKED_KEYS = 100;
/** Decisions that one request carries (OB-8). */
export const MAX_TOGETHER = 20;
/** What an Idempotency-Key looks like (WIRE-5). */
export const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9_-]{8,128}$/;
/** How long stored answers are kept, and how old a client may be (SW-1). */
export const KEEP_DAYS = 400;
/** How far back the picture of a team's spend goes, the present month counted. */
export const SPEND_MONTHS = 6;
/**
 * A code by mail (SES-20): its digits, for how long it is good, how often it may be tried, and when another may be
 * asked for.
 */
export const SIGN_IN_CODE = { digits: 6, minutes: 5, tries: 5, againSeconds: 60 } as const;
export const MAX_EMAIL = 254;
/** Of an employee code, a grade, a cost centre and a base location. */
export const MAX_CODE = 40;
export const ORPHAN_FILE_DAYS = 30;
/** How long the parts of an unfinished upload wait for the next one. */
export const UPLOAD_DAYS = 7;

/** Device secrets that are handed out at once: the newest ones and the oldest. */
export const MAX_SECRETS = 10;
/** Former addresses of a person that are told to their device. */
export const MAX_FORMER_EMAILS = 10;
/** Of the places where a person is signed in, the last used ones are listed. */
export const MAX_SESSIONS_LISTED = 50;
/** Providers where people may sign in. */
export const MAX_IDENTITY_PROVIDERS = 20;
/** Of one provider: domains whose addresses may sign in, groups that give roles. */
export const MAX_PROVIDER_DOMAINS = 50;
export const MAX_GROUP_ROLES = 100;
/** Characters of an issuer's address, and of a client secret. */
export const MAX_ISSUER = 500;
export const MAX_SECRET = 1_000;
/** Tokens of providers of people that are good at once, and that are listed, those that have ended among them. */
export const MAX_PROVISIONING_TOKENS = 10;
export const MAX_PROVISIONING_TOKENS_LISTED = 50;
export const MAX_TOKEN_DAYS = 3_650;
/** Groups that providers may make. */
export const MAX_PROVISIONED_GROUPS = 1_000;
/** Receivers of webhooks. */
export const MAX_WEBHOOKS = 10;
/** Characters of a receiver's address. */
export const MAX_WEBHOOK_URL = 500;
/** Of one receiver's events, those that are listed: failed ones first, the newest first. */
export const MAX_WEBHOOK_DELIVERIES = 50;
/** Keys that verify the codes of GST e-invoices, those of the past among them. */
export const MAX_GST_KEYS = 50;
/** GSTINs of the organisation: it may have several in each state. */
export const MAX_GSTINS = 100;
/** Characters of a key as text: a certificate of 4,096 bits has some 3,000. */
export const MAX_GST_PEM = 10_000;
/** Characters of a signed code: a QR code holds no more than some 4,300 of its kind. */
export const MAX_SIGNED_CODE = 7_000;
/** Characters of a name that was read off a bill. */
export const MAX_READ_TEXT = 100;
/**
 * Groups of digits of a bill that its paper is known again by, and times of day. Groups are hashes below
 * PAPER_GROUP_HASHES, times minutes of a half day.
 */
export const MAX_PAPER_GROUPS = 40;
export const MAX_PAPER_TIMES = 4;
/** Few: thousands of telephone numbers, and many more card numbers, have the same one. */
export const PAPER_GROUP_HASHES = 2 ** 20;
export const PAPER_MINUTES = 12 * 60;
/** Tickets of a trip beside the first ones (ADM-12). */
export const MAX_FURTHER_TICKETS = 10;
/** Of a file of people, and the people in it. */
export const MAX_IMPORT_BYTES = 10_485_760;
export const MAX_IMPORT_ROWS = 50_000;
/** People of each kind that are shown of what a file does. */
export const MAX_IMPORT_SHOWN = 100;
/** Versions of the expense policy that are told at once, and so those from the last of them in effect on. */
export const MAX_POLICY_VERSIONS = 40;
/** Of one version, as JSON. */
export const MAX_POLICY_BYTES = 20_000;
export const MAX_FURTHER_TYPES = 40;
export const MAX_DAILY_LIMITS = 60;
export const MAX_TIER_CITIES = 300;
export const MAX_POLICY_HOLIDAYS = 100;
/** A grade, a city or the name of a type or holiday in the policy. */
export const MAX_POLICY_NAME = 60;
/** Days back that a phone keeps versions of the policy for, at least. */
export const POLICY_DAYS_KEPT = 150;
/** The largest window of days that a policy may have. */
export const MAX_WINDOW_DAYS = 730;
/** Days ahead that a version may begin. */
export const POLICY_AHEAD_DAYS = 731;

PRAGMA application_id = 1130916718;
PRAGMA user_version = 6;
BEGIN TRANSACTION;
CREATE TABLE event (
        seq INTEGER PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES game (number),
        time REAL NOT NULL,
        request TEXT NOT NULL,
        type TEXT NOT NULL,
        json TEXT NOT NULL
    , crc INTEGER NOT NULL DEFAULT 0);
INSERT INTO "event" VALUES(1,1,1790000020.0,'','game-started','{"type": "game-started", "setup": {"game": "chowka-bhara", "preset": "5x5", "names": ["Asha", "Ravi"], "options": {}, "begins": 0, "house": null, "imported": ""}, "clock_s": 20.0}',350332020);
INSERT INTO "event" VALUES(2,1,1790000020.0,'','turn-began','{"type": "turn-began", "player": 0, "clock_s": 20.0}',3144885655);
INSERT INTO "event" VALUES(3,1,1790000025.0,'','threw','{"type": "threw", "player": 0, "throw": "4/4", "source": "camera", "photo": "throw-1", "kept": 0, "value": 4, "again": true, "enters": false, "accepted": false, "clock_s": 25.0}',2774888505);
INSERT INTO "event" VALUES(4,1,1790000025.0,'','again','{"type": "again", "player": 0, "pieces": [], "values": [4], "rule": "C2", "clock_s": 25.0}',3241808611);
INSERT INTO "event" VALUES(5,1,1790000030.0,'','threw','{"type": "threw", "player": 0, "throw": "1/4", "source": "camera", "photo": "", "kept": 0, "value": 1, "again": false, "enters": false, "accepted": false, "clock_s": 30.0}',2650640507);
INSERT INTO "event" VALUES(6,1,1790000035.0,'','moved','{"type": "moved", "player": 0, "move": "a 0/1 =1", "how": "chosen", "clock_s": 35.0}',133182680);
INSERT INTO "event" VALUES(7,1,1790000040.0,'','moved','{"type": "moved", "player": 0, "move": "b 0/4 =4", "how": "chosen", "clock_s": 40.0}',3228453566);
INSERT INTO "event" VALUES(8,1,1790000040.0,'','turn-began','{"type": "turn-began", "player": 1, "clock_s": 40.0}',2675032750);
INSERT INTO "event" VALUES(9,1,1790000045.0,'','threw','{"type": "threw", "player": 1, "throw": "2/4", "source": "camera", "photo": "", "kept": 0, "value": 2, "again": false, "enters": false, "accepted": false, "clock_s": 45.0}',457626535);
INSERT INTO "event" VALUES(10,1,1790000050.0,'','moved','{"type": "moved", "player": 1, "move": "a 0/2 =2", "how": "chosen", "clock_s": 50.0}',3646586485);
INSERT INTO "event" VALUES(11,1,1790000050.0,'','turn-began','{"type": "turn-began", "player": 0, "clock_s": 50.0}',2399219185);
INSERT INTO "event" VALUES(12,1,1790000055.0,'','threw','{"type": "threw", "player": 0, "throw": "3/4", "source": "camera", "photo": "", "kept": 0, "value": 3, "again": false, "enters": false, "accepted": false, "clock_s": 55.0}',3857969044);
INSERT INTO "event" VALUES(13,1,1790000060.0,'','moved','{"type": "moved", "player": 0, "move": "c 0/3 =3", "how": "chosen", "clock_s": 60.0}',2836735965);
INSERT INTO "event" VALUES(14,1,1790000060.0,'','turn-began','{"type": "turn-began", "player": 1, "clock_s": 60.0}',2029969998);
INSERT INTO "event" VALUES(15,1,1790000065.0,'','undone','{"type": "undone", "of": 13, "clock_s": 65.0}',4181258248);
INSERT INTO "event" VALUES(16,1,1790000065.0,'','turn-began','{"type": "turn-began", "player": 0, "clock_s": 65.0}',2395936655);
INSERT INTO "event" VALUES(17,1,1790000070.0,'','redone','{"type": "redone", "of": 15, "clock_s": 70.0}',1711897661);
INSERT INTO "event" VALUES(18,1,1790000070.0,'','turn-began','{"type": "turn-began", "player": 1, "clock_s": 70.0}',2910825673);
INSERT INTO "event" VALUES(19,1,1790000075.0,'','moved','{"type": "moved", "player": 0, "move": "resign 1", "how": "chosen", "clock_s": 75.0}',1185708275);
INSERT INTO "event" VALUES(20,1,1790000075.0,'','resigned','{"type": "resigned", "player": 0, "pieces": [], "values": [], "rule": "", "clock_s": 75.0}',1105376692);
INSERT INTO "event" VALUES(21,1,1790000075.0,'','game-ended','{"type": "game-ended", "outcome": {"winners": [1], "ending": "resigned", "points": 1, "places": [], "cube": 1}, "clock_s": 75.0}',31532462);
INSERT INTO "event" VALUES(22,2,1790000080.0,'','game-started','{"type": "game-started", "setup": {"game": "backgammon", "preset": "standard", "names": ["Asha", "Ravi"], "options": {}, "begins": 0, "house": null, "imported": "", "match": {"length": 1, "score": [0, 0], "crawford": true, "crawford_played": false, "jacoby": false, "beavers": false, "number": 1, "first": 0, "before": 0, "times": {"delay_s": 12, "reserve_s": 360}}}, "clock_s": 80.0}',387434009);
INSERT INTO "event" VALUES(23,2,1790000080.0,'','turn-began','{"type": "turn-began", "player": 0, "clock_s": 80.0}',3651746473);
INSERT INTO "event" VALUES(24,2,1790000085.0,'','threw','{"type": "threw", "player": 0, "throw": "3-1", "source": "typed", "photo": "", "kept": 0, "value": 0, "again": false, "enters": false, "accepted": false, "clock_s": 85.0}',2455942745);
INSERT INTO "event" VALUES(25,2,1790000090.0,'','moved','{"type": "moved", "player": 0, "move": "24/21 24/23", "how": "chosen", "clock_s": 90.0}',4051469447);
INSERT INTO "event" VALUES(26,2,1790000095.0,'','moved','{"type": "moved", "player": 0, "move": "end", "how": "forced", "clock_s": 95.0}',2145574566);
INSERT INTO "event" VALUES(27,2,1790000095.0,'','turn-began','{"type": "turn-began", "player": 1, "clock_s": 95.0}',1601907674);
INSERT INTO "event" VALUES(28,2,1790000095.0,'','threw','{"type": "threw", "player": 1, "throw": "6-4", "source": "typed", "photo": "", "kept": 0, "value": 0, "again": false, "enters": false, "accepted": false, "clock_s": 95.0}',4011032815);
INSERT INTO "event" VALUES(29,2,1790000100.0,'','moved','{"type": "moved", "player": 1, "move": "24/18 24/20", "how": "chosen", "clock_s": 100.0}',3914273147);
INSERT INTO "event" VALUES(30,2,1790000105.0,'','moved','{"type": "moved", "player": 1, "move": "resign 2", "how": "chosen", "clock_s": 105.0}',2286011545);
INSERT INTO "event" VALUES(31,2,1790000105.0,'','resignation-offered','{"type": "resignation-offered", "player": 1, "pieces": [], "values": [1], "rule": "", "clock_s": 105.0}',2166763979);
INSERT INTO "event" VALUES(32,2,1790000110.0,'','moved','{"type": "moved", "player": 0, "move": "accept", "how": "chosen", "clock_s": 110.0}',2903907053);
INSERT INTO "event" VALUES(33,2,1790000110.0,'','game-ended','{"type": "game-ended", "outcome": {"winners": [0], "ending": "resigned", "points": 1, "places": [], "cube": 1}, "clock_s": 110.0}',1558792216);
INSERT INTO "event" VALUES(34,3,1790000250.0,'','game-started','{"type": "game-started", "setup": {"game": "backgammon", "preset": "standard", "names": ["Asha", "Ravi"], "options": {}, "begins": 0, "house": null, "imported": "", "match": {"length": 3, "score": [0, 0], "crawford": true, "crawford_played": false, "jacoby": false, "beavers": false, "number": 1, "first": 0, "before": 0, "times": {"delay_s": 12, "reserve_s": 360}, "conduct": {"event": "Sunday cup", "round": "Final"}}}, "clock_s": 115.0}',2871746984);
INSERT INTO "event" VALUES(35,3,1790000250.0,'','turn-began','{"type": "turn-began", "player": 0, "clock_s": 115.0}',1164527928);
INSERT INTO "event" VALUES(36,3,1790000255.0,'','threw','{"type": "threw", "player": 0, "throw": "3-1", "source": "typed", "photo": "", "kept": 0, "value": 0, "again": false, "enters": false, "accepted": false, "clock_s": 120.0}',4003359789);
INSERT INTO "event" VALUES(37,3,1790000260.0,'','moved','{"type": "moved", "player": 0, "move": "24/21 24/23", "how": "chosen", "clock_s": 125.0}',2024863850);
INSERT INTO "event" VALUES(38,3,1790000265.0,'','moved','{"type": "moved", "player": 0, "move": "end", "how": "forced", "clock_s": 130.0}',2504079469);
INSERT INTO "event" VALUES(39,3,1790000265.0,'','turn-began','{"type": "turn-began", "player": 1, "clock_s": 130.0}',548067721);
INSERT INTO "event" VALUES(40,3,1790000265.0,'','threw','{"type": "threw", "player": 1, "throw": "6-4", "source": "typed", "photo": "", "kept": 0, "value": 0, "again": false, "enters": false, "accepted": false, "clock_s": 130.0}',3807764452);
INSERT INTO "event" VALUES(41,3,1790000270.0,'','moved','{"type": "moved", "player": 1, "move": "24/18 24/20", "how": "chosen", "clock_s": 135.0}',682741692);
INSERT INTO "event" VALUES(42,3,1790000275.0,'','moved','{"type": "moved", "player": 1, "move": "end", "how": "forced", "clock_s": 140.0}',3355073015);
INSERT INTO "event" VALUES(43,3,1790000275.0,'','turn-began','{"type": "turn-began", "player": 0, "clock_s": 140.0}',1277055939);
INSERT INTO "event" VALUES(44,3,1790000275.0,'','threw','{"type": "threw", "player": 0, "throw": "5-2", "source": "typed", "photo": "", "kept": 0, "value": 0, "again": false, "enters": false, "accepted": false, "clock_s": 140.0}',3097488406);
CREATE TABLE forgotten (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        first TEXT NOT NULL,
        last TEXT NOT NULL
    );
CREATE TABLE game (
        number INTEGER PRIMARY KEY,
        started REAL NOT NULL,
        setup TEXT NOT NULL,
        ended INTEGER,
        winners TEXT NOT NULL DEFAULT '[]'
    );
INSERT INTO "game" VALUES(1,1790000020.0,'{"game": "chowka-bhara", "preset": "5x5", "names": ["Asha", "Ravi"], "options": {}, "begins": 0, "house": null, "imported": ""}',1,'[1]');
INSERT INTO "game" VALUES(2,1790000080.0,'{"game": "backgammon", "preset": "standard", "names": ["Asha", "Ravi"], "options": {}, "begins": 0, "house": null, "imported": "", "match": {"length": 1, "score": [0, 0], "crawford": true, "crawford_played": false, "jacoby": false, "beavers": false, "number": 1, "first": 0, "before": 0, "times": {"delay_s": 12, "reserve_s": 360}}}',1,'[0]');
INSERT INTO "game" VALUES(3,1790000250.0,'{"game": "backgammon", "preset": "standard", "names": ["Asha", "Ravi"], "options": {}, "begins": 0, "house": null, "imported": "", "match": {"length": 3, "score": [0, 0], "crawford": true, "crawford_played": false, "jacoby": false, "beavers": false, "number": 1, "first": 0, "before": 0, "times": {"delay_s": 12, "reserve_s": 360}, "conduct": {"event": "Sunday cup", "round": "Final"}}}',0,'[]');
CREATE TABLE house_rules (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        versions TEXT NOT NULL
    );
INSERT INTO "house_rules" VALUES(1,'pachisi','Ours','[{"version": 1, "preset": "six", "values": {"table": "six", "gate": true, "first_piece_free": true, "split": false, "stack": "anywhere", "capture_throws_again": true, "capture_first": false, "revenge": false, "cancel": false, "pyada": false, "all_first": false, "partners": false, "grace_home": false}, "kept": 1790000005.0}]');
INSERT INTO "house_rules" VALUES(2,'chowka-bhara','Grandmother''s','[{"version": 1, "preset": "5x5", "values": {"entry": "off", "share_crossed": false, "share_own": false, "safe_corners": false, "three_graces": "off", "swap_four_eight": false, "again": "6-12", "pawns": 4, "gatti_kills": false, "kadi_again": false, "partners": false}, "kept": 1790000010.0}]');
CREATE TABLE life (
        since INTEGER PRIMARY KEY,
        name TEXT NOT NULL
    );
INSERT INTO "life" VALUES(1,'jt5gzk74');
CREATE TABLE person (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        facts TEXT NOT NULL
    );
INSERT INTO "person" VALUES(1,'Asha','{"sign": null, "names": [], "last": 3}');
INSERT INTO "person" VALUES(2,'Ravi','{"sign": null, "names": [], "last": 3}');
CREATE TABLE phone (
        token TEXT PRIMARY KEY,
        role TEXT NOT NULL,
        since REAL NOT NULL
    );
INSERT INTO "phone" VALUES('bfe96f33b1b9849791e0a468c80ae6146e85a6211186848d627480f9e1bdd783','admin',1790000000.0);
INSERT INTO "phone" VALUES('37d1ddd14456f236440b7eaae1c4a859e2e93b6923240cd61025807291c510fe','player',1790000000.0);
INSERT INTO "phone" VALUES('d5f11c7c523205b609b6f85fdadba5eca57b677b0a76054b0a314c9a3771470d','watcher',1790000000.0);
CREATE TABLE photograph (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, game INTEGER NOT NULL, time REAL NOT NULL, bytes INTEGER NOT NULL);
INSERT INTO "photograph" VALUES(1,'throw-1',1,1790000020.0,664);
CREATE TABLE reader (
        name TEXT PRIMARY KEY,
        place INTEGER NOT NULL,
        life TEXT NOT NULL
    );
CREATE TABLE secret (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
INSERT INTO "secret" VALUES('box','2uz7hi5b65');
INSERT INTO "secret" VALUES('key','da0e3a8a9c2d');
INSERT INTO "secret" VALUES('secret','110735910858ff9abcd6b6b35b9e644b1ee92a4f944');
INSERT INTO "secret" VALUES('tokens','{"3d0b7ecd7267b4958d3f098e28a7de1646aac4c231363593c25f31cd4f571457": ["a lamp (watcher)", "watcher", 1790000000.0, 0.0, 0.0], "858b54a4059e9e86beb9704182cb4d4faf50145e4b1fb30b0c2ed3f9b23b14e9": ["a lamp (player)", "player", 1790000000.0, 0.0, 0.0], "c2996fb8c38e22e5400d3c130724c5f110069b0ded8d15379a63799057de6cd1": ["a lamp (admin)", "admin", 1790000000.0, 0.0, 0.0]}');
INSERT INTO "secret" VALUES('webhooks','{"newest": 1, "hooks": [{"number": 1, "url": "http://127.0.0.1:9/hook", "kinds": ["win"], "on": true, "secret": "whsec_jOrpXsTEKJ3uxZqrtUYR/CZmcSV37mOELpXNGhrvvWw=", "failed": 0}]}');
INSERT INTO "secret" VALUES('phones','{"bfe96f33b1b9849791e0a468c80ae6146e85a6211186848d627480f9e1bdd783": ["Asha''s phone", 1790000250.0], "37d1ddd14456f236440b7eaae1c4a859e2e93b6923240cd61025807291c510fe": ["Ravi''s phone", 1790000000.0], "d5f11c7c523205b609b6f85fdadba5eca57b677b0a76054b0a314c9a3771470d": ["the television", 1790000000.0]}');
CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
INSERT INTO "setting" VALUES('names','["Asha", "Ravi", "Mina", "Dev"]');
INSERT INTO "setting" VALUES('language','"nl"');
CREATE INDEX event_of_game ON event (game, seq);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('house_rules',2);
INSERT INTO "sqlite_sequence" VALUES('person',2);
INSERT INTO "sqlite_sequence" VALUES('photograph',1);
COMMIT;
